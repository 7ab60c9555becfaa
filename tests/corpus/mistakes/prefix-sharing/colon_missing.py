# all: SyntaxError: expected ':'

def full_shared_blocks(prefix_len, block)
    return prefix_len // block


def can_share(a, b):
    return a == b
