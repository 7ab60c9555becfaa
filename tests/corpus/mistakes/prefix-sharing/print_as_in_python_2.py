# all: SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?

def full_shared_blocks(prefix_len, block):
    print "blocks:", prefix_len / block
    return prefix_len / block


def can_share(a, b):
    return a == b
