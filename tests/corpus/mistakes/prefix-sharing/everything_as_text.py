# full_shared_blocks: Return the value itself, not `str()` of it and not an f-string.
# full_shared_blocks: `full_shared_blocks(0, 1)` returned '0', expected 0.
# blocks_without_sharing: Return the value itself, not `str()` of it and not an f-string.
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned '', expected 0.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned '0 blocks', expected 0.
# can_share: Return the value itself, not `str()` of it and not an f-string.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned 'True', expected True.

def full_shared_blocks(prefix_len, block):
    return str(prefix_len // block)


def blocks_without_sharing(totals, block):
    result = ""
    for total in totals:
        result += str(-(-total // block))
    return result


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    own = sum(-(-(t - shared * block) // block) for t in totals)
    return f"{shared + own} blocks"


def can_share(a, b):
    if a == b:
        return "True"
    return "False"
