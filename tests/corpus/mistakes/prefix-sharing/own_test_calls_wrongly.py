# all: Line 18 led there; it stands outside of functions, so it runs while the file is loaded.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block

def blocks_without_sharing(totals, block):
    return sum([-(-t // block) for t in totals])

def blocks_with_sharing(prefix_len, totals, block):
    s = full_shared_blocks(prefix_len, block)
    return s + sum([-(-(t - s * block) // block) for t in totals])

def can_share(a, b):
    return a == b

# my tests
print(full_shared_blocks(40, 16))
print(blocks_without_sharing(70, 16))
