# full_shared_blocks: `full_shared_blocks(256, 1)` returned 0, expected 256.

def full_shared_blocks(prefix_len, block):
    return (prefix_len // block) & 0xFF


def blocks_without_sharing(totals, block):
    blocks = 0
    for t in totals:
        blocks = (blocks + -(-t // block)) % 65536
    return blocks


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
