# blocks_needed: `blocks_needed(0, 1)` returned 1, expected 0.
# slots: `slots(0, 1)` returned 1, expected 0.
# slack: `slack(0, 1)` returned 1, expected 0.
# slack_fraction: `slack_fraction(0, 1)` returned 1.0, expected 0.0.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return max(1, -(-tokens // block))


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    if block == 0:
        raise ValueError
    return (block - tokens) % (block + 1)


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    if tokens == 0:
        return 1.0
    s = -tokens % block
    return s / (s + tokens)
