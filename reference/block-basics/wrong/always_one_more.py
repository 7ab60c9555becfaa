# Adds a block for what is left over, though nothing may be.
def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError("block")
    return tokens // block + 1


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    if block == 0:
        raise ValueError("block")
    return -tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError("block")
    taken = -(-tokens // block) * block
    return (taken - tokens) / taken if taken else 0.0
