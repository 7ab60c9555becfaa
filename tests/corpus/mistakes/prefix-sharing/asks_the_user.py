# full_shared_blocks: Nobody types here, so `input()` finds nothing. The values come as arguments.
# full_shared_blocks: `full_shared_blocks(0, 1)` raises EOFError, expected 0.

def full_shared_blocks(prefix_len, block):
    prefix_len = int(input("Length of the prefix: "))
    block = int(input("Block size: "))
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
