# full_shared_blocks: The function calls itself too often. Which call is to be the last, and does every call come closer to it?
# full_shared_blocks: `full_shared_blocks(0, 1)` raises RecursionError, expected 0.
# blocks_without_sharing: The function calls itself too often. Which call is to be the last, and does every call come closer to it?
# blocks_without_sharing: `blocks_without_sharing([0], 1)` raises RecursionError, expected 0.

def full_shared_blocks(prefix_len, block):
    return 1 + full_shared_blocks(prefix_len - block, block)


def blocks_without_sharing(totals, block):
    if totals == []:
        return 0
    return -(-totals[0] // block) + blocks_without_sharing(totals, block)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
