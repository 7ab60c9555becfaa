# all: SyntaxError: invalid syntax. Maybe you meant '==' or ':=' instead of '='?

def full_shared_blocks(prefix_len, block):
    if prefix_len = 0:
        return 0
    return prefix_len // block


def can_share(a, b):
    return a == b
