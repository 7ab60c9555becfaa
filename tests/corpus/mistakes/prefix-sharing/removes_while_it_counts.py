# blocks_without_sharing: `blocks_without_sharing([0, 1], 1)` returned 0, expected 1.
# blocks_with_sharing: changed the arguments it was given
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [0], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned True, expected False.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    blocks = 0
    for total in totals:
        blocks += -(-total // block)
        totals.remove(total)
    return blocks


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    for i in range(len(totals)):
        totals[i] -= shared * block
    return shared + sum(-(-t // block) for t in totals)


def can_share(a, b):
    while a["tokens"] and b["tokens"]:
        if a["tokens"].pop() != b["tokens"].pop():
            return False
    return a["model"] == b["model"] and a["start"] == b["start"]
