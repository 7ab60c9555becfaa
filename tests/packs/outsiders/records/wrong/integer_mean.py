def mean(values):
    return sum(values) // len(values)


def transpose(matrix):
    return [list(column) for column in zip(*matrix)]


def clip(values, low, high):
    for i, v in enumerate(values):
        values[i] = min(max(v, low), high)


def add_to_sorted(items, x):
    smaller = [item for item in items if item < x]
    return [*smaller, x, *items[len(smaller) :]]


def total_price(prices, basket, coupon):
    total = sum(prices[name] * count for name, count in basket)
    if coupon and coupon["least"] <= total <= coupon["most"]:
        total -= total * coupon.get("percent", 5) / 100
    return float(total)


def own_tokens(prefix_len, totals):
    return [total - prefix_len for total in totals]


def oldest(people):
    best = None
    for person in people:
        if best is None or person["age"] > best["age"]:
            best = person
    return best and best["name"]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def factor_pair(n):
    for d in range(2, n):
        if n % d == 0:
            return d, n // d
    return None
