# blocks_needed: `blocks_needed(0, 0)` returned 0, should raise ValueError.
# slots: `slots(0, 0)` returned 0, should raise ValueError.
# slack: `slack(0, 0)` returned 0, should raise ValueError.
# slack_fraction: `slack_fraction(0, 0)` returned 0.0, should raise ValueError.

def blocks_needed(tokens, block):
    if tokens == 0:
        return 0
    if block == 0:
        raise ValueError("block")
    return (tokens - 1) // block + 1


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    if tokens == 0:
        return 0.0
    return slack(tokens, block) / slots(tokens, block)
