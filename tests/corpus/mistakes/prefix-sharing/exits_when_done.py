# full_shared_blocks: `full_shared_blocks(0, 1)` returned no answer (crashed), expected 0.
# blocks_without_sharing: Does it call `exit()` or `quit()` somewhere?
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned no answer (crashed), expected 0.

import sys


def full_shared_blocks(prefix_len, block):
    print(prefix_len // block)
    sys.exit()


def blocks_without_sharing(totals, block):
    if len(totals) == 0:
        exit()
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
