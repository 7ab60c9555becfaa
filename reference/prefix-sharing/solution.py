def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_needed(tokens, block):
    return (tokens + block - 1) // block


def blocks_without_sharing(totals, block):
    return sum(blocks_needed(total, block) for total in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = full_shared_blocks(prefix_len, block)
    own = sum(blocks_needed(total - shared * block, block) for total in totals)
    return shared + own


def can_share(a, b):
    return all(a[key] == b[key] for key in ("model", "tokens", "start"))
