# all: SyntaxError: 'return' outside function
# all: What belongs to a function stands further to the right than its `def`.

def full_shared_blocks(prefix_len, block):
    full = prefix_len // block
return full
