# full_shared_blocks: There is no function `full_shared_blocks` in your file. You defined `fullSharedBlocks` (line 6); the task asks for `full_shared_blocks`.
# blocks_without_sharing: There is no function `blocks_without_sharing` in your file. You defined `blocksWithoutSharing` (line 10); the task asks for `blocks_without_sharing`.
# blocks_with_sharing: There is no function `blocks_with_sharing` in your file. You defined `blocks_with_share` (line 14); the task asks for `blocks_with_sharing`.
# can_share: There is no function `can_share` in your file. You defined `canShare` (line 19); the task asks for `can_share`.

def fullSharedBlocks(prefix_len, block):
    return prefix_len // block


def blocksWithoutSharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_share(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def canShare(a, b):
    return a == b
