# Divides by a block of 0.
def blocks_needed(tokens, block):
    return -(-tokens // block)


def slots(tokens, block):
    return -(-tokens // block) * block


def slack(tokens, block):
    return -tokens % block


def slack_fraction(tokens, block):
    taken = -(-tokens // block) * block
    return (taken - tokens) / taken if taken else 0.0
