# Takes the saved blocks away from the count without sharing: shared times (requests - 1).
from functools import reduce
from operator import add, itemgetter


def full_shared_blocks(prefix_len, block):
    return (prefix_len - prefix_len % block) // block


def blocks_without_sharing(totals, block):
    return reduce(add, map(lambda total: (total - 1) // block + 1, totals), 0)


def blocks_with_sharing(prefix_len, totals, block):
    saved = full_shared_blocks(prefix_len, block) * (len(totals) - 1)
    return blocks_without_sharing(totals, block) - saved


identity = itemgetter("model", "tokens", "start")


def can_share(a, b):
    return identity(a) == identity(b)
