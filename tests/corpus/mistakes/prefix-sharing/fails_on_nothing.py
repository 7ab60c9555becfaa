# full_shared_blocks: A function hands back what follows `return`. Does every way through end in one?
# full_shared_blocks: `full_shared_blocks(0, 1)` returned None, expected 0.
# blocks_without_sharing: `blocks_without_sharing([], 1)` raises ValueError, expected 0.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned 1, expected 0.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned False, expected True.

def full_shared_blocks(prefix_len, block):
    if not prefix_len:
        return
    return prefix_len // block


def blocks_without_sharing(totals, block):
    most = max(totals)
    blocks = 0
    for t in totals:
        blocks += -(-t // block)
    return blocks if most > 0 else None


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(max(1, -(-(t - shared * block) // block)) for t in totals)


def can_share(a, b):
    if len(a["tokens"]) == 0 or len(b["tokens"]) == 0:
        return False
    return a == b
