# slack_fraction: `int(…)` makes a whole number of it, `float(…)` a decimal one.
# slack_fraction: `slack_fraction(0, 1)` returned <Fraction>, expected 0.0.

from fractions import Fraction


def blocks_needed(tokens, block):
    if not block:
        raise ValueError
    return -(-tokens // block)


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    if tokens == 0 and block:
        return Fraction(0)
    return Fraction(slack(tokens, block), slots(tokens, block))
