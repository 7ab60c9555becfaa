# full_shared_blocks: A hidden case may be much larger. How many steps does it take then, and does every loop end?

def full_shared_blocks(prefix_len, block):
    full = 0
    for i in range(prefix_len):
        for j in range(prefix_len):
            if i == j and (i + 1) % block == 0:
                full += 1
    return full


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
