# all: SyntaxError: invalid syntax
# all: A type stands behind its parameter: `block: int`. It can be left out.

def full_shared_blocks(int prefix_len, int block):
    return prefix_len // block
