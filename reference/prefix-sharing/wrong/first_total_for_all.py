# Takes the first total for all of them.
def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    if not totals:
        return 0
    return len(totals) * -(-totals[0] // block)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + len(totals) * -(-(totals[0] - shared * block) // block)


def can_share(a, b):
    return a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"]
