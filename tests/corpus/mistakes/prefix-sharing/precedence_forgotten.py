# blocks_without_sharing: `blocks_without_sharing([0], 2)` returned 2, expected 0.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned 0, expected True.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    blocks = 0
    for total in totals:
        blocks += total + block - 1 // block
    return blocks


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    blocks = shared
    for total in totals:
        blocks += (total - shared * block + block - 1) // block
    return blocks


def can_share(a, b):
    return a["model"] and b["model"] == a["model"] and b["start"] and a["start"] == b["start"] and a["tokens"] == b["tokens"]
