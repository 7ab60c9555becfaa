# blocks_without_sharing: Brackets behind a name call it. Does this name hold a value instead of a function?
# blocks_without_sharing: `blocks_without_sharing([], 1)` raises TypeError, expected 0.
# blocks_with_sharing: On this way through, nothing has given the name a value yet. One that gets a value anywhere in a function belongs to it, even if another thing has the same name.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` raises UnboundLocalError, expected 0.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    sum = 0
    for t in totals:
        sum += -(-t // block)
    return sum(totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    own = sum(-(-(t - shared * block) // block) for t in totals)
    sum = shared + own
    return sum


def can_share(a, b):
    return a == b
