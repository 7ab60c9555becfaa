# full_shared_blocks: Return the value itself. A comma after it makes a tuple.
# full_shared_blocks: `full_shared_blocks(0, 1)` returned [0], expected 0.
# blocks_without_sharing: Return the value itself. A comma after it makes a tuple.
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned (0,), expected 0.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned {'blocks': 0}, expected 0.
# can_share: Return exactly `True` or `False`, for example the result of a comparison.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned [True, True, True], expected True.

def full_shared_blocks(prefix_len, block):
    return [prefix_len // block]


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals),


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return {"blocks": shared + sum(-(-(t - shared * block) // block) for t in totals)}


def can_share(a, b):
    return [a[key] == b[key] for key in ("model", "tokens", "start")]
