# blocks_needed: `blocks_needed(0, 1)` raises ValueError, expected 0.
# slots: `slots(0, 1)` raises ValueError, expected 0.
# slack: known as refuses_no_tokens
# slack: `slack(0, 1)` raises ValueError, expected 0.
# slack_fraction: In Python `/` always gives a decimal number; `//` gives a whole one.
# slack_fraction: `slack_fraction(0, 1)` returned 0, expected 0.0.

def blocks_needed(tokens, block):
    if block <= 1:
        raise ValueError
    return -(-tokens // block)


def slots(tokens, block):
    if block > tokens:
        raise ValueError("the block is too large")
    if block == 0:
        raise ValueError
    return -(-tokens // block) * block


def slack(tokens, block):
    if block == 0 or tokens == 0:
        raise ValueError
    return -tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    s = -tokens % block
    if s == 0:
        return 0
    return s / (s + tokens)
