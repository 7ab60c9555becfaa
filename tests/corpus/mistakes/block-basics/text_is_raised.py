# blocks_needed: Behind `raise` stands an exception, such as `ValueError("…")`, not a text.
# blocks_needed: `blocks_needed(0, 0)` raises TypeError, should raise ValueError.
# slots: There is a `ValueError`. Is that the name you mean?
# slots: `slots(0, 0)` raises NameError, should raise ValueError.
# slack: `slack(0, 0)` raises Exception, should raise ValueError.
# slack_fraction: `slack_fraction(0, 0)` raises TypeError, should raise ValueError.

def blocks_needed(tokens, block):
    if block == 0:
        raise "ValueError"
    return -(-tokens // block)


def slots(tokens, block):
    if block == 0:
        raise ValueErorr("no block")
    return -(-tokens // block) * block


def slack(tokens, block):
    if block == 0:
        raise Exception("ValueError")
    return -tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        raise TypeError("block must not be 0")
    if tokens == 0:
        return 0.0
    return (-tokens % block) / (tokens + -tokens % block)
