# blocks_without_sharing: Is something subtracted the other way round?
# blocks_without_sharing: `blocks_without_sharing([1], 1)` returned -1, expected 1.
# blocks_with_sharing: `blocks_with_sharing(0, [1], 1)` returned -1, expected 1.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    # round up with the minus trick
    return sum(-(t // -block) * -1 for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum((-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
