# Compares which tokens occur, not in which order and how often.
def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return sum(-(-total // block) for total in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(total - shared * block) // block) for total in totals)


def can_share(a, b):
    same_place = a["model"] == b["model"] and a["start"] == b["start"]
    return same_place and set(a["tokens"]) == set(b["tokens"])
