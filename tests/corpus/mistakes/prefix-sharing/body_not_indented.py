# all: IndentationError: expected an indented block after function definition on line 3

def full_shared_blocks(prefix_len, block):
return prefix_len // block
