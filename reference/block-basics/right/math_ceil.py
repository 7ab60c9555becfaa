# Rounds up with math.ceil, and lets each function call the one before.
import math


def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError("block")
    return math.ceil(tokens / block)


def slots(tokens, block):
    return block * blocks_needed(tokens, block)


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    if blocks_needed(tokens, block) == 0:
        return 0.0
    return slack(tokens, block) / slots(tokens, block)
