# Takes no tokens for an error too.
def blocks_needed(tokens, block):
    if tokens == 0 or block == 0:
        raise ValueError("nothing to do")
    return -(-tokens // block)


def slots(tokens, block):
    if tokens == 0 or block == 0:
        raise ValueError("nothing to do")
    return -(-tokens // block) * block


def slack(tokens, block):
    if tokens == 0 or block == 0:
        raise ValueError("nothing to do")
    return -tokens % block


def slack_fraction(tokens, block):
    if tokens == 0 or block == 0:
        raise ValueError("nothing to do")
    taken = -(-tokens // block) * block
    return (taken - tokens) / taken
