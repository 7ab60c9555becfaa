# blocks_needed: A function hands back what follows `return`. Does every way through end in one?
# blocks_needed: `blocks_needed(100, 1)` returned None, expected 100.
# slots: `slots(1001, 1)` returned 1000, expected 1001.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    for n in range(100):
        if n * block >= tokens:
            return n


def slots(tokens, block):
    if block == 0:
        raise ValueError
    s = 0
    for _ in range(1000):
        if s < tokens:
            s += block
    return s


def slack(tokens, block):
    if block == 0:
        raise ValueError
    return -tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    if tokens == 0:
        return 0.0
    s = -tokens % block
    return s / (s + tokens)
