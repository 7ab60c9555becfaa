# all: IndentationError: expected an indented block after function definition on line 4
# all: The line before ends with a colon, so this one begins four blanks further right.

def full_shared_blocks(prefix_len, block):
return prefix_len // block
