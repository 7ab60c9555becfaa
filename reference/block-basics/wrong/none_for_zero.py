# Returns None for a block of 0.
def blocks_needed(tokens, block):
    if block == 0:
        return None
    return -(-tokens // block)


def slots(tokens, block):
    if block == 0:
        return None
    return -(-tokens // block) * block


def slack(tokens, block):
    if block == 0:
        return None
    return -tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        return None
    taken = -(-tokens // block) * block
    return (taken - tokens) / taken if taken else 0.0
