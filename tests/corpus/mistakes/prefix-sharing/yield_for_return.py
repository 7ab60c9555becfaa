# full_shared_blocks: `yield` or `(… for … in …)` makes a generator. `list(…)` makes a list of it, `sum(…)` a number.
# full_shared_blocks: `full_shared_blocks(0, 1)` returned <generator>, expected 0.
# blocks_without_sharing: `yield` or `(… for … in …)` makes a generator. `list(…)` makes a list of it, `sum(…)` a number.
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned <generator>, expected 0.
# blocks_with_sharing: `list(…)` makes a list of it, `sum(…)` a number.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned <map>, expected 0.
# can_share: `list(…)` makes a list of it, `sum(…)` a number.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned <set>, expected True.

def full_shared_blocks(prefix_len, block):
    yield prefix_len // block


def blocks_without_sharing(totals, block):
    return (-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return map(lambda t: -(-(t - shared * block) // block), totals)


def can_share(a, b):
    return set(a["tokens"]) & set(b["tokens"])
