# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 1})` returned True, expected False.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return (
        a["model"].lower() == b["model"].lower()
        and a["tokens"] == b["tokens"]
        and a["start"] // 16 == b["start"] // 16
    )
