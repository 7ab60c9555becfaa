# Asserts where an error is to be raised.
def blocks_needed(tokens, block):
    assert block > 0
    return -(-tokens // block)


def slots(tokens, block):
    assert block > 0
    return -(-tokens // block) * block


def slack(tokens, block):
    assert block > 0
    return -tokens % block


def slack_fraction(tokens, block):
    assert block > 0
    taken = -(-tokens // block) * block
    return (taken - tokens) / taken if taken else 0.0
