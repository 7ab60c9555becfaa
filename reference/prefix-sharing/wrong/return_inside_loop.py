# Leaves the loop after its first round.
def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    blocks = 0
    for total in totals:
        blocks += -(-total // block)
        return blocks
    return 0


def blocks_with_sharing(prefix_len, totals, block):
    blocks = prefix_len // block
    for total in totals:
        blocks += -(-(total - prefix_len // block * block) // block)
        return blocks


def can_share(a, b):
    return a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"]
