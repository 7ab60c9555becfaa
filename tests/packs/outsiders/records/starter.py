def mean(values):
    pass


def transpose(matrix):
    pass


def clip(values, low, high):
    pass


def add_to_sorted(items, x):
    pass


def total_price(prices, basket, coupon):
    pass


def own_tokens(prefix_len, totals):
    pass


def oldest(people):
    pass


def dot(a, b):
    pass


def factor_pair(n):
    pass
