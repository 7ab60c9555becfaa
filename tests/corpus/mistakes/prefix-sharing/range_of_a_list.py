# blocks_without_sharing: 'list' object cannot be interpreted as an integer
# blocks_without_sharing: `range(…)` wants whole numbers, such as `len(items)`. `for … in` goes through a list by itself.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    blocks = 0
    for i in range(totals):
        blocks += -(-i // block)
    return blocks


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
