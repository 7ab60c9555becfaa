# full_shared_blocks: Find the value that should end the loop. Does it change in every round?
# blocks_with_sharing: A hidden case may be much larger. How many steps does it take then, and does every loop end?
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned no answer (time limit), expected 0.

def full_shared_blocks(prefix_len, block):
    count = 0
    while prefix_len >= block:
        count += 1
    return count


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    i = 0
    blocks = shared
    while i < len(totals):
        blocks += -(-(totals[i] - shared * block) // block)
        if totals[i] > 0:
            i += 1
    return blocks


def can_share(a, b):
    return a == b
