# Says True when blocks may be shared and nothing at all when not.
def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return sum(-(-total // block) for total in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(total - shared * block) // block) for total in totals)


def can_share(a, b):
    if a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"]:
        return True
