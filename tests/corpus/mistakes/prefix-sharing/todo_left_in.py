# full_shared_blocks: Nothing is written here yet.
# full_shared_blocks: `full_shared_blocks(0, 1)` raises NotImplementedError, expected 0.
# blocks_without_sharing: known as untouched_starter
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned None, expected 0.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned 'TODO', expected 0.
# can_share: known as untouched_starter
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned None, expected True.

def full_shared_blocks(prefix_len, block):
    raise NotImplementedError


def blocks_without_sharing(totals, block):
    ...


def blocks_with_sharing(prefix_len, totals, block):
    return "TODO"


def can_share(a, b):
    """Whether two blocks may be one."""
