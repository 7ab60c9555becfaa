# Forgets the block that is only partly filled.
def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError("block")
    return tokens // block


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    taken = slots(tokens, block)
    return slack(tokens, block) / taken if taken else 0.0
