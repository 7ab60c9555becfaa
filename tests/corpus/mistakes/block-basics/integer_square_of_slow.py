# blocks_needed: The function calls itself too often. Which call is to be the last, and does every call come closer to it?
# blocks_needed: raises RecursionError, expected
# slack: `slack(1, 503)` returned 501, expected 502.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    if tokens <= 0:
        return 0
    return 1 + blocks_needed(tokens - block, block)


def slots(tokens, block):
    if block == 0:
        raise ValueError
    n = tokens
    while n % block != 0:
        n += 1
    return n


def slack(tokens, block):
    if block == 0:
        raise ValueError
    free = 0
    n = tokens
    while n % block:
        n = n + 1
        free = free + 1
        if free > 500:
            return free
    return free


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    if tokens == 0:
        return 0.0
    s = -tokens % block
    return s / (s + tokens)
