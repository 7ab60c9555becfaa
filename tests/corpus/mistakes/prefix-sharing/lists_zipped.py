# can_share: `can_share({'model': 'atlas-7b', 'tokens': [0], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned True, expected False.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    if a["model"] != b["model"] or a["start"] != b["start"]:
        return False
    for x, y in zip(a["tokens"], b["tokens"]):
        if x != y:
            return False
    return True
