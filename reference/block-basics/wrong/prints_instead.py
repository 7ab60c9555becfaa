# Prints each value instead of returning it.
def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError("block")
    print(-(-tokens // block))


def slots(tokens, block):
    if block == 0:
        raise ValueError("block")
    print(-(-tokens // block) * block)


def slack(tokens, block):
    if block == 0:
        raise ValueError("block")
    print(-tokens % block)


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError("block")
    taken = -(-tokens // block) * block
    print((taken - tokens) / taken if taken else 0.0)
