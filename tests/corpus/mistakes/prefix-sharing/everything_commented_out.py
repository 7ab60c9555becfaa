# full_shared_blocks: There is no function `full_shared_blocks` in your file.
# blocks_without_sharing: There is no function `blocks_without_sharing` in your file.
# blocks_with_sharing: There is no function `blocks_with_sharing` in your file.
# can_share: There is no function `can_share` in your file.

# def full_shared_blocks(prefix_len, block):
#     return prefix_len // block
