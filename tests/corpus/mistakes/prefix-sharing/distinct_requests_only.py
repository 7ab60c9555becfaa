# blocks_without_sharing: `blocks_without_sharing([1, 1], 1)` returned 1, expected 2.
# blocks_with_sharing: `blocks_with_sharing(0, [1, 1], 1)` returned 1, expected 2.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [0], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned True, expected False.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in set(totals))


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    own = {-(-(t - shared * block) // block) for t in totals}
    return shared + sum(own)


def can_share(a, b):
    return str(a["tokens"]).startswith(str(b["tokens"])[:-1]) and a["model"] == b["model"] and a["start"] == b["start"]
