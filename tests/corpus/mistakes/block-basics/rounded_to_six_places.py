# slack_fraction: Return it as it was computed; `round()` is for people who read it.
# slack_fraction: `slack_fraction(1, 3)` returned 0.666667, expected 0.6666666666666666.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return -(-tokens // block)


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    if tokens == 0:
        return 0.0
    return round(slack(tokens, block) / slots(tokens, block), 6)
