# full_shared_blocks: `full_shared_blocks(1, 1)` returned 0, expected 1.
# blocks_without_sharing: `blocks_without_sharing([0], 1)` returned 1, expected 0.

def full_shared_blocks(prefix_len, block):
    count = 0
    while prefix_len > block:
        prefix_len = prefix_len - block
        count += 1
    return count


def blocks_without_sharing(totals, block):
    count = 0
    for total in totals:
        while total > block:
            total -= block
            count += 1
        count += 1
    return count


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
