# Divides the block by the tokens.
def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError("block")
    return -(-block // tokens) if tokens else 0


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    taken = slots(tokens, block)
    return slack(tokens, block) / taken if taken else 0.0
