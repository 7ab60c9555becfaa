# full_shared_blocks: Your `full_shared_blocks` (line 12) takes 1 argument; the task calls it with 2: `full_shared_blocks(prefix_len, block)`.
# full_shared_blocks: `full_shared_blocks(0, 1)` raises TypeError, expected 0.
# blocks_without_sharing: Your `blocks_without_sharing` (line 16) takes 1 argument; the task calls it with 2: `blocks_without_sharing(totals, block)`.
# blocks_without_sharing: `blocks_without_sharing([], 1)` raises TypeError, expected 0.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` raises TypeError, expected 0.
# can_share: Your `can_share` (line 25) takes 4 arguments; the task calls it with 2: `can_share(a, b)`.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` raises TypeError, expected True.

BLOCK = 16


def full_shared_blocks(prefix_len):
    return prefix_len // BLOCK


def blocks_without_sharing(totals):
    return sum(-(-t // BLOCK) for t in totals)


def blocks_with_sharing(prefix_len, *totals):
    shared = prefix_len // BLOCK
    return shared + sum(-(-(t - shared * BLOCK) // BLOCK) for t in totals)


def can_share(model, tokens, start, other):
    return other == {"model": model, "tokens": tokens, "start": start}
