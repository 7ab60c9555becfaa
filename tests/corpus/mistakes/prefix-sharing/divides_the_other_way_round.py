# full_shared_blocks: `full_shared_blocks(0, 1)` raises ZeroDivisionError, expected 0.
# blocks_without_sharing: `blocks_without_sharing([0], 1)` raises ZeroDivisionError, expected 0.

def full_shared_blocks(prefix_len, block):
    return block // prefix_len


def blocks_without_sharing(totals, block):
    n = 0
    for t in totals:
        n += -(-block // t)
    return n


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
