# full_shared_blocks: The function calls itself too often. Which call is to be the last, and does every call come closer to it?
# full_shared_blocks: raises RecursionError, expected
# blocks_without_sharing: The function calls itself too often. Which call is to be the last, and does every call come closer to it?
# blocks_without_sharing: raises RecursionError, expected

def full_shared_blocks(prefix_len, block):
    if prefix_len < block:
        return 0
    return 1 + full_shared_blocks(prefix_len - block, block)


def need(total, block):
    if total <= 0:
        return 0
    return 1 + need(total - block, block)


def blocks_without_sharing(totals, block):
    return sum(need(t, block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
