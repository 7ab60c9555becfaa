# full_shared_blocks: `full_shared_blocks(1, 1)` returned 0, expected 1.
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned -1, expected 0.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-13b', 'tokens': [], 'start': 0})` returned True, expected False.

def full_shared_blocks(prefix_len, block):
    try:
        return prefixlen // block
    except:
        return 0


def blocks_without_sharing(totals, block):
    blocks = 0
    try:
        for t in totals:
            blocks += -(-t // block)
        return blocks / 0
    except ZeroDivisionError:
        return -1


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    try:
        return a.tokens == b.tokens
    except Exception:
        return True
