# blocks_with_sharing: known as partial_block_shared
# blocks_with_sharing: `blocks_with_sharing(1, [1, 1], 2)` returned 1, expected 2.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    saved = -(-prefix_len // block) * (len(totals) - 1)
    return blocks_without_sharing(totals, block) - saved


def can_share(a, b):
    return a == b
