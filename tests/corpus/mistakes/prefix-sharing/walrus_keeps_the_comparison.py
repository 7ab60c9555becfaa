# full_shared_blocks: `full_shared_blocks(1, 1)` returned True, expected 1.

def full_shared_blocks(prefix_len, block):
    if full := prefix_len // block > 0:
        return full
    return 0


def blocks_without_sharing(totals, block):
    blocks = 0
    for total in totals:
        if rest := total % block > 0:
            blocks += rest
        blocks += total // block
    return blocks


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
