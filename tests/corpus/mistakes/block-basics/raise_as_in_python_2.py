# all: SyntaxError: invalid syntax
# all: That is how Python 2 was written. Now it is `raise ValueError("…")`.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError, "block must not be 0"
    return -(-tokens // block)
