# full_shared_blocks: `full_shared_blocks(1, 2)` returned 1, expected 0.
# blocks_without_sharing: In Python `/` always gives a decimal number; `//` gives a whole one.
# blocks_without_sharing: `blocks_without_sharing([], 1)` raises ZeroDivisionError, expected 0.
# blocks_with_sharing: `blocks_with_sharing(0, [0, 1], 1)` returned 2, expected 1.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [0, 1], 'start': 0}, {'model': 'atlas-7b', 'tokens': [1, 0], 'start': 0})` returned True, expected False.

def full_shared_blocks(prefix_len, block):
    return int(prefix_len / block + 0.5)


def blocks_without_sharing(totals, block):
    average = sum(totals) / len(totals)
    return len(totals) * -(-average // block)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + len(totals) * -(-(max(totals) - shared * block) // block)


def can_share(a, b):
    return sorted(a["tokens"]) == sorted(b["tokens"]) and a["model"] == b["model"] and a["start"] == b["start"]
