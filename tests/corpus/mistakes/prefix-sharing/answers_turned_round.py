# full_shared_blocks: `full_shared_blocks(1, 1)` returned 0, expected 1.
# blocks_without_sharing: `blocks_without_sharing([0], 1)` returned 1, expected 0.
# blocks_with_sharing: `blocks_with_sharing(1, [1], 1)` returned -1, expected 1.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned False, expected True.

def full_shared_blocks(prefix_len, block):
    return prefix_len - prefix_len // block * block


def blocks_without_sharing(totals, block):
    return block * len(totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return sum(-(-(t - shared * block) // block) for t in totals) - shared


def can_share(a, b):
    return a["model"] != b["model"] or a["tokens"] != b["tokens"] or a["start"] != b["start"]
