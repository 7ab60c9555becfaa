def blocks_needed(tokens, block):
    if block < 1:
        raise ValueError("a block holds at least one token")
    return (tokens + block - 1) // block


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    taken = slots(tokens, block)
    if taken == 0:
        return 0.0
    return slack(tokens, block) / taken
