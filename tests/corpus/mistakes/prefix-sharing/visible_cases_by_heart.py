# full_shared_blocks: `full_shared_blocks(0, 1)` returned 4, expected 0.
# blocks_without_sharing: `blocks_without_sharing([1], 1)` returned 0, expected 1.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned 4, expected 0.
# can_share: The first item has index 0, the last one `len(…) - 1`; an empty list has none.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` raises IndexError, expected True.

def full_shared_blocks(prefix_len, block):
    if prefix_len == 40 and block == 16:
        return 2
    if prefix_len == 48:
        return 3
    return 4


def blocks_without_sharing(totals, block):
    answers = {(70, 70): 10, (40, 64, 33): 10, (9, 21): 9}
    return answers.get(tuple(totals), 0)


def blocks_with_sharing(prefix_len, totals, block):
    if prefix_len == 16:
        return {2: 6, 3: 8}[len(totals)]
    elif prefix_len == 33:
        return 5
    else:
        return 4


def can_share(a, b):
    return a["model"] == b["model"] and a["start"] == b["start"] and a["tokens"][-1] == b["tokens"][-1]
