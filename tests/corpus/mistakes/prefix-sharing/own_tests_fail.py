# all: AssertionError
# all: What your own `assert` demands was not so.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block + 1


assert full_shared_blocks(40, 16) == 3
assert full_shared_blocks(48, 16) == 3
