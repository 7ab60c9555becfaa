# all: EOFError: EOF when reading a line
# all: Nobody types here, so `input()` finds nothing. The values come as arguments.

prefix_len = int(input("Length of the prefix: "))
block = int(input("Block size: "))


def full_shared_blocks(prefix_len, block):
    return prefix_len // block


print(full_shared_blocks(prefix_len, block))
