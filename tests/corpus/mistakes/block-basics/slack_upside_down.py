# slack: Is something subtracted the other way round?
# slack: `slack(1, 2)` returned -1, expected 1.
# slack_fraction: `slack_fraction(1, 1)` raises ZeroDivisionError, expected 0.0.

def blocks_needed(tokens, block):
    if not block:
        raise ValueError
    return -(-tokens // block)


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return tokens - slots(tokens, block)


def slack_fraction(tokens, block):
    if not block:
        raise ValueError
    if tokens == 0:
        return 0.0
    return slots(tokens, block) / slack(tokens, block)
