# Lets Python notice the division by 0, and raises another error for it.
def blocks_needed(tokens, block):
    try:
        return -(-tokens // block)
    except ZeroDivisionError:
        raise ValueError("an empty block") from None


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    try:
        return slack(tokens, block) / slots(tokens, block)
    except ZeroDivisionError:
        return 0.0
