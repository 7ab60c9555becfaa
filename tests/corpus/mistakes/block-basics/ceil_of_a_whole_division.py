# blocks_needed: known as rounded_down
# blocks_needed: `blocks_needed(1, 2)` returned 0, expected 1.
# slots: known as always_one_more
# slots: `slots(0, 1)` returned 1, expected 0.

import math


def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return math.ceil(tokens // block)


def slots(tokens, block):
    if block == 0:
        raise ValueError
    return math.floor(tokens / block) * block + block


def slack(tokens, block):
    if block == 0:
        raise ValueError
    return math.ceil(tokens / block) * block - tokens


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    if tokens == 0:
        return 0.0
    return slack(tokens, block) / (math.ceil(tokens / block) * block)
