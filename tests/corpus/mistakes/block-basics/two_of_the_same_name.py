# blocks_needed: is defined on lines 7 and 27; only the last one counts.
# blocks_needed: `blocks_needed(0, 0)` raises ZeroDivisionError, should raise ValueError.
# slots: `slots(0, 0)` raises ZeroDivisionError, should raise ValueError.
# slack: `slack(0, 0)` raises ZeroDivisionError, should raise ValueError.
# slack_fraction: `slack_fraction(0, 0)` raises ZeroDivisionError, should raise ValueError.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return -(-tokens // block)


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    if tokens == 0 and block:
        return 0.0
    return slack(tokens, block) / slots(tokens, block)


def blocks_needed(tokens, block):
    """An older try."""
    return tokens / block
