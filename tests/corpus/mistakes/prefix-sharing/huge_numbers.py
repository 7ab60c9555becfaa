# full_shared_blocks: `full_shared_blocks(1, 2)` returned 1, expected 0.
# blocks_without_sharing: Does a list or a text grow in a loop that does not end?
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned float('inf'), expected 0.
# can_share: Return exactly `True` or `False`, for example the result of a comparison.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned float('nan'), expected True.

def full_shared_blocks(prefix_len, block):
    return prefix_len ** block


def blocks_without_sharing(totals, block):
    return [0] * 10**8


def blocks_with_sharing(prefix_len, totals, block):
    return float("inf")


def can_share(a, b):
    return float("nan")
