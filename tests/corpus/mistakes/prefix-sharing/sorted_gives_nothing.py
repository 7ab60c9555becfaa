# blocks_without_sharing: Something gave back nothing: a function of yours without `return`, or `append()`, `sort()`, `print()`.
# blocks_without_sharing: `blocks_without_sharing([], 1)` raises TypeError, expected 0.
# blocks_with_sharing: Something gave back nothing: a function of yours without `return`, or `append()`, `sort()`, `print()`.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` raises TypeError, expected 0.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    totals = totals.sort()
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    own = []
    for t in totals:
        own = own.append(-(-(t - shared * block) // block))
    return shared + sum(own)


def can_share(a, b):
    return a == b
