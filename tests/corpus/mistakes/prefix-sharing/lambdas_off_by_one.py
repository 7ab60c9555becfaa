# full_shared_blocks: `full_shared_blocks(0, 1)` returned -1, expected 0.
# blocks_without_sharing: known as always_one_more
# blocks_without_sharing: `blocks_without_sharing([0], 1)` returned 1, expected 0.

full_shared_blocks = lambda prefix_len, block: (prefix_len - 1) // block
blocks_without_sharing = lambda totals, block: sum(map(lambda t: (t + block) // block, totals))
blocks_with_sharing = lambda prefix_len, totals, block: prefix_len // block + sum(
    map(lambda t: (t - prefix_len // block * block + block - 1) // block, totals)
)
can_share = lambda a, b: a == b
