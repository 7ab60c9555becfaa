# Returns decimal numbers where counts are asked for.
import math


def full_shared_blocks(prefix_len, block):
    return (prefix_len - prefix_len % block) / block


def blocks_without_sharing(totals, block):
    return float(sum(math.ceil(total / block) for total in totals))


def blocks_with_sharing(prefix_len, totals, block):
    shared = full_shared_blocks(prefix_len, block)
    return shared + sum(math.ceil((total - shared * block) / block) for total in totals)


def can_share(a, b):
    return a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"]
