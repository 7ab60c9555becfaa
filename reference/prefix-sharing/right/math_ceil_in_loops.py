# The starter filled in as a beginner would: math.ceil, plain loops, early returns.
import math


def full_shared_blocks(prefix_len, block):
    return math.floor(prefix_len / block)


def blocks_without_sharing(totals, block):
    result = 0
    for total in totals:
        result += math.ceil(total / block)
    return result


def blocks_with_sharing(prefix_len, totals, block):
    shared = full_shared_blocks(prefix_len, block)
    result = shared
    for total in totals:
        own = total - shared * block
        result += math.ceil(own / block)
    return result


def can_share(a, b):
    if a["model"] != b["model"]:
        return False
    if a["tokens"] != b["tokens"]:
        return False
    if a["start"] != b["start"]:
        return False
    return True
