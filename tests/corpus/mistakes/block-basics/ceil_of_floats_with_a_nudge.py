# blocks_needed: `blocks_needed(1, 1001)` returned 0, expected 1.
# slots: `slots(1, 10001)` returned 0, expected 10001.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return int(tokens / block + 0.999)


def slots(tokens, block):
    if block == 0:
        raise ValueError
    return int(tokens / block + 0.9999) * block


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
