# Counts the positions at which a block starts, instead of dividing.
def full_shared_blocks(prefix_len, block):
    return len(range(block, prefix_len + 1, block))


def blocks_without_sharing(totals, block):
    return sum(len(range(0, total, block)) for total in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = full_shared_blocks(prefix_len, block)
    first_own = shared * block
    return shared + sum(len(range(first_own, total, block)) for total in totals)


def can_share(a, b):
    return not any(a[key] != b[key] for key in ["start", "model", "tokens"])
