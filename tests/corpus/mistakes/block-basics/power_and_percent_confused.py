# blocks_needed: `blocks_needed(2, 3)` returned 2, expected 1.
# slots: `slots(0, 1)` returned 1, expected 0.
# slack: `slack(0, 1)` returned 1, expected 0.
# slack_fraction: `slack_fraction(2, 3)` returned 0.6666666666666666, expected 0.3333333333333333.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return tokens // block + tokens % block


def slots(tokens, block):
    if block == 0:
        raise ValueError
    return tokens ^ block


def slack(tokens, block):
    if block == 0:
        raise ValueError
    return abs(block - tokens)


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    if tokens == 0:
        return 0.0
    return (-tokens % block) / block * tokens
