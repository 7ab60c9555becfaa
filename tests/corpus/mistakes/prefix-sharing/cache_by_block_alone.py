# full_shared_blocks: Does something stay from one call to the next: a global variable, or a list or dictionary as a default value? Such a default is made only once.
# full_shared_blocks: `full_shared_blocks(0, 1), then full_shared_blocks(1, 1)` returned 0, then 0; expected 0, then 1.

cache = {}


def full_shared_blocks(prefix_len, block):
    if block not in cache:
        cache[block] = prefix_len // block
    return cache[block]


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
