# blocks_without_sharing: Does something stay from one call to the next: a global variable, or a list or dictionary as a default value? Such a default is made only once.
# blocks_without_sharing: `blocks_without_sharing([1], 1), then blocks_without_sharing([1], 1)` returned 1, then 2; expected 1, then 1.
# blocks_with_sharing: Does something stay from one call to the next: a global variable, or a list or dictionary as a default value? Such a default is made only once.
# blocks_with_sharing: `blocks_with_sharing(0, [1], 1), then blocks_with_sharing(0, [1], 1)` returned 1, then 2; expected 1, then 1.

count = 0


def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    global count
    for total in totals:
        count += (total + block - 1) // block
    return count


def blocks_with_sharing(prefix_len, totals, block):
    shared = full_shared_blocks(prefix_len, block)
    rest = [total - shared * block for total in totals]
    return shared + blocks_without_sharing(rest, block)


def can_share(a, b):
    return a == b
