# all: SyntaxError: unmatched ')'
# all: This bracket closes none. It is one too many, or one that opens is missing.

def full_shared_blocks(prefix_len, block):
    return int(prefix_len // block))


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
