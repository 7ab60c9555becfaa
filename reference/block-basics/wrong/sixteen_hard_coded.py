# Takes every block for one of 16 tokens.
def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError("block")
    return -(-tokens // 16)


def slots(tokens, block):
    if block == 0:
        raise ValueError("block")
    return -(-tokens // 16) * 16


def slack(tokens, block):
    if block == 0:
        raise ValueError("block")
    return -tokens % 16


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError("block")
    taken = -(-tokens // 16) * 16
    return (taken - tokens) / taken if taken else 0.0
