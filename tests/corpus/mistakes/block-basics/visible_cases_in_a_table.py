# blocks_needed: A dictionary has the keys that were put into it, and no others.
# blocks_needed: `blocks_needed(0, 1)` raises KeyError, expected 0.
# slots: A dictionary has the keys that were put into it, and no others.
# slots: `slots(0, 1)` raises KeyError, expected 0.
# slack: A dictionary has the keys that were put into it, and no others.
# slack: `slack(0, 1)` raises KeyError, expected 0.
# slack_fraction: A dictionary has the keys that were put into it, and no others.
# slack_fraction: `slack_fraction(0, 1)` raises KeyError, expected 0.0.

TABLE = {(40, 16): (3, 48, 8, 8 / 48), (64, 16): (4, 64, 0, 0.0), (48, 12): (4, 48, 0, 0.0), (0, 16): (0, 0, 0, 0.0)}


def look(tokens, block, column):
    if block == 0:
        raise ValueError
    return TABLE[tokens, block][column]


def blocks_needed(tokens, block):
    return look(tokens, block, 0)


def slots(tokens, block):
    return look(tokens, block, 1)


def slack(tokens, block):
    return look(tokens, block, 2)


def slack_fraction(tokens, block):
    return look(tokens, block, 3)
