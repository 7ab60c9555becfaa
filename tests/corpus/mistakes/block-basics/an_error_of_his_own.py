# blocks_needed: The exception counts by its name: an exception class of your own is another one.
# blocks_needed: `blocks_needed(0, 0)` raises BlockError, should raise ValueError.
# slots: The exception counts by its name: an exception class of your own is another one.
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
