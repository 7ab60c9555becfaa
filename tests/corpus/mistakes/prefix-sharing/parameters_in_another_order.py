# full_shared_blocks: Your `full_shared_blocks` (line 8) has its parameters in another order; the task calls it as `full_shared_blocks(prefix_len, block)`.
# full_shared_blocks: `full_shared_blocks(0, 1)` raises ZeroDivisionError, expected 0.
# blocks_without_sharing: Your `blocks_without_sharing` (line 12) has its parameters in another order; the task calls it as `blocks_without_sharing(totals, block)`.
# blocks_without_sharing: `blocks_without_sharing([], 1)` raises TypeError, expected 0.
# blocks_with_sharing: Your `blocks_with_sharing` (line 16) has its parameters in another order; the task calls it as `blocks_with_sharing(prefix_len, totals, block)`.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` raises TypeError, expected 0.

def full_shared_blocks(block, prefix_len):
    return prefix_len // block


def blocks_without_sharing(block, totals):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(totals, prefix_len, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(b, a):
    return a == b
