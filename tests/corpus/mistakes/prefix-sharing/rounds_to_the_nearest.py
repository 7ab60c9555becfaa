# full_shared_blocks: `full_shared_blocks(2, 3)` returned 1, expected 0.
# blocks_without_sharing: `blocks_without_sharing([1], 2)` returned 0, expected 1.
# blocks_with_sharing: `blocks_with_sharing(0, [1], 2)` returned 0, expected 1.

def full_shared_blocks(prefix_len, block):
    return round(prefix_len / block)


def blocks_without_sharing(totals, block):
    return sum(round(t / block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = round(prefix_len / block)
    return shared + sum(round((t - shared * block) / block) for t in totals)


def can_share(a, b):
    return a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"]
