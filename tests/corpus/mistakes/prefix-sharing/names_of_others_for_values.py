# full_shared_blocks: `full_shared_blocks(1, 1)` returned 0, expected 1.
# blocks_without_sharing: Brackets behind a name call it.
# blocks_with_sharing: Before the point a module was meant, but its name holds something else here.
# can_share: Brackets behind a name call it.

import math
len = 0
list = []

def full_shared_blocks(prefix_len, block):
    n = 0
    while prefix_len > block:
        prefix_len -= block
        n += 1
    return n

def blocks_without_sharing(totals, block):
    max = 0
    for i in range(len(totals)):
        max += math.ceil(totals[i] / block)
    return max

def blocks_with_sharing(prefix_len, totals, block):
    math = prefix_len // block
    return math + sum(math.ceil((t - math * block) / block) for t in totals)

def can_share(a, b):
    return list(a.values()) == list(b.values())
