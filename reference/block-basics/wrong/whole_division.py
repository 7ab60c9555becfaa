# Drops everything behind the point.
def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError("block")
    return -(-tokens // block)


def slots(tokens, block):
    if block == 0:
        raise ValueError("block")
    return -(-tokens // block) * block


def slack(tokens, block):
    if block == 0:
        raise ValueError("block")
    return -tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError("block")
    taken = -(-tokens // block) * block
    return float((taken - tokens) // taken) if taken else 0.0
