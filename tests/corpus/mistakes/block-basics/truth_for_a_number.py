# slack: `True` and `False` are values of their own; 1 and 0 are numbers.
# slack: `slack(0, 1)` returned False, expected 0.
# slack_fraction: `slack_fraction(0, 1)` returned False, expected 0.0.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return tokens // block + (tokens % block > 0)


def slots(tokens, block):
    return blocks_needed(tokens, block) and blocks_needed(tokens, block) * block


def slack(tokens, block):
    if block == 0:
        raise ValueError
    return tokens % block != 0 and block - tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    if tokens == 0:
        return False
    s = -tokens % block
    return s / (s + tokens)
