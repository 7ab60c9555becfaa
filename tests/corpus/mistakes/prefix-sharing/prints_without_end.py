# full_shared_blocks: so we stopped it.

def full_shared_blocks(prefix_len, block):
    while prefix_len >= block:
        print("still", prefix_len)
    return 0


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
