# slots: An exception class of your own counts when it is derived from `ValueError`.
# slots: `slots(0, 0)` raises NoBlock, should raise ValueError.

class BlockError(ValueError):
    pass


class NoBlock(Exception):
    pass


def blocks_needed(tokens, block):
    if block == 0:
        raise BlockError("no block")
    return -(-tokens // block)


def slots(tokens, block):
    if block == 0:
        raise NoBlock
    return -(-tokens // block) * block


def slack(tokens, block):
    if block == 0:
        raise ValueError("no block")
    return -tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError("no block")
    if tokens == 0:
        return 0.0
    return (-tokens % block) / (tokens + -tokens % block)
