# Computes exactly, and turns the fraction into a decimal number at the end.
from fractions import Fraction


def blocks_needed(tokens, block):
    if block < 1:
        raise ValueError
    return int(Fraction(tokens + block - 1, block))


def slots(tokens, block):
    return sum(block for _ in range(blocks_needed(tokens, block))) if tokens < 100 else (
        blocks_needed(tokens, block) * block
    )


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    taken = slots(tokens, block)
    return float(Fraction(taken - tokens, taken)) if taken else 0.0
