# blocks_needed: `blocks_needed(1, 2)` raises ValueError, expected 1.
# slack: Nobody types here, so `input()` finds nothing. The values come as arguments.
# slack: `slack(0, 1)` raises EOFError, expected 0.
# slack_fraction: `slack_fraction(1, 3)` returned 0.7, expected 0.6666666666666666.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    if tokens % block:
        raise ValueError("tokens must fill the blocks")
    return tokens // block


def slots(tokens, block):
    if block == 0:
        raise ValueError
    return -(-tokens // block) * block


def slack(tokens, block):
    if block == 0:
        raise ValueError
    return int(input(tokens))


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    if tokens == 0:
        return 0.0
    s = -tokens % block
    return round(s / (s + tokens), 1)
