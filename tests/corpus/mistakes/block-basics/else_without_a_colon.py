# all: SyntaxError: expected ':'

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    else
        return -(-tokens // block)
