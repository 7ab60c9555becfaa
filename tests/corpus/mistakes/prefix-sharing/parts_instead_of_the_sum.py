# full_shared_blocks: `full_shared_blocks(0, 1)` returned (0, 0), expected 0.
# blocks_without_sharing: `sum()` adds up a list, `a + b` two numbers.
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned [], expected 0.
# blocks_with_sharing: `sum()` adds up a list, `a + b` two numbers.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned (0, 0), expected 0.
# can_share: Return exactly `True` or `False`, for example the result of a comparison.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned (True, 'they are the same'), expected True.

def full_shared_blocks(prefix_len, block):
    return divmod(prefix_len, block)


def blocks_without_sharing(totals, block):
    return [-(-t // block) for t in totals]


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared, sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b, "they are the same" if a == b else "they differ"
