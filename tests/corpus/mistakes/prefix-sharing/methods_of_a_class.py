# full_shared_blocks: `full_shared_blocks` and 3 more functions stand inside `class Solution` (line 6), where the task does not look. Move what is inside to the left edge, without `self`.
# blocks_without_sharing: `blocks_without_sharing` stands inside `class Solution`, too.
# blocks_with_sharing: `blocks_with_sharing` stands inside `class Solution`, too.
# can_share: `can_share` stands inside `class Solution`, too.

class Solution:
    def full_shared_blocks(self, prefix_len, block):
        return prefix_len // block

    def blocks_without_sharing(self, totals, block):
        return sum(-(-t // block) for t in totals)

    def blocks_with_sharing(self, prefix_len, totals, block):
        shared = self.full_shared_blocks(prefix_len, block)
        return shared + self.blocks_without_sharing([t - shared * block for t in totals], block)

    def can_share(self, a, b):
        return a == b


s = Solution()
print(s.full_shared_blocks(40, 16))
