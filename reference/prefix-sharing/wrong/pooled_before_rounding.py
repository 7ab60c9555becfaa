# Pours all tokens together and rounds once, as if requests could share a last block.
def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    return -(-sum(totals) // block)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    own = sum(total - shared * block for total in totals)
    return shared + -(-own // block)


def can_share(a, b):
    return a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"]
