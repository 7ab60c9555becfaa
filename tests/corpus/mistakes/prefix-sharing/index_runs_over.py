# blocks_without_sharing: The first item has index 0, the last one `len(…) - 1`; an empty list has none.
# blocks_without_sharing: `blocks_without_sharing([], 1)` raises IndexError, expected 0.
# blocks_with_sharing: `blocks_with_sharing(0, [1], 1)` returned 0, expected 1.
# can_share: The first item has index 0, the last one `len(…) - 1`; an empty list has none.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [0], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` raises IndexError, expected False.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    blocks = 0
    for i in range(len(totals) + 1):
        blocks += -(-totals[i] // block)
    return blocks


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    blocks = shared
    for i in range(1, len(totals)):
        blocks += -(-(totals[i] - shared * block) // block)
    return blocks


def can_share(a, b):
    if a["model"] != b["model"] or a["start"] != b["start"]:
        return False
    for i in range(len(a["tokens"])):
        if a["tokens"][i] != b["tokens"][i]:
            return False
    return True
