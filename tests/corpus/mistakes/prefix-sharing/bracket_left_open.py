# all: SyntaxError: '(' was never closed
# all: The mark shows a bracket that opens. The one that closes it is missing.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals


def can_share(a, b):
    return a == b
