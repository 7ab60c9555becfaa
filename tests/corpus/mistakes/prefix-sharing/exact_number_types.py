# full_shared_blocks: `int(…)` makes a whole number of it, `float(…)` a decimal one.
# full_shared_blocks: `full_shared_blocks(0, 1)` returned <Fraction>, expected 0.
# blocks_without_sharing: `int(…)` makes a whole number of it, `float(…)` a decimal one.
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned <Decimal>, expected 0.
# blocks_with_sharing: `int(…)` makes a whole number of it, `float(…)` a decimal one.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned <complex>, expected 0.
# can_share: `NotImplemented` is a value. `raise NotImplementedError` is an error.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned <NotImplementedType>, expected True.

from decimal import Decimal
from fractions import Fraction


def full_shared_blocks(prefix_len, block):
    return Fraction(prefix_len, block)


def blocks_without_sharing(totals, block):
    return sum((Decimal(-(-t // block)) for t in totals), Decimal(0))


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return complex(shared + sum(-(-(t - shared * block) // block) for t in totals))


def can_share(a, b):
    return NotImplemented
