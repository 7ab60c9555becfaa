# Adds the shared blocks again for every request.
def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return sum(-(-total // block) for total in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    blocks = 0
    for total in totals:
        blocks += shared + -(-(total - shared * block) // block)
    return blocks


def can_share(a, b):
    return a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"]
