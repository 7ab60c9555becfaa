# blocks_needed: known as no_check_for_zero
# blocks_needed: `blocks_needed(0, 0)` raises ZeroDivisionError, should raise ValueError.
# slots: known as no_check_for_zero
# slots: `slots(0, 0)` raises ZeroDivisionError, should raise ValueError.
# slack: known as no_check_for_zero
# slack: `slack(0, 0)` raises ZeroDivisionError, should raise ValueError.
# slack_fraction: known as no_check_for_zero
# slack_fraction: `slack_fraction(0, 0)` raises ZeroDivisionError, should raise ValueError.

def blocks_needed(tokens, block):
    if block < 0:
        raise ValueError("block must be positive")
    return -(-tokens // block)


def slots(tokens, block):
    if tokens < 0 or block < 0:
        raise ValueError
    return -(-tokens // block) * block


def slack(tokens, block):
    if not block >= 0:
        raise ValueError
    return -tokens % block


def slack_fraction(tokens, block):
    if block is None:
        raise ValueError
    s = -tokens % block
    return s / (s + tokens) if tokens else 0.0
