# Returns decimal numbers where counts are asked for.
def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError("block")
    return float(-(-tokens // block))


def slots(tokens, block):
    if block == 0:
        raise ValueError("block")
    return float(-(-tokens // block) * block)


def slack(tokens, block):
    if block == 0:
        raise ValueError("block")
    return float(-tokens % block)


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError("block")
    taken = -(-tokens // block) * block
    return (taken - tokens) / taken if taken else 0.0
