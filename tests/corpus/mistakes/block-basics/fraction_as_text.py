# slack_fraction: Return the value itself, not `str()` of it and not an f-string.
# slack_fraction: `slack_fraction(0, 1)` returned '0.0', expected 0.0.

def blocks_needed(tokens, block):
    if not block:
        raise ValueError
    return -(-tokens // block)


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    if tokens == 0 and block:
        return "0.0"
    return f"{slack(tokens, block) / slots(tokens, block):.3f}"
