# full_shared_blocks: There is no function `full_shared_blocks` in your file. Line 7 has `def full_shared_blocks`, but further to the right, inside something else. Move it to the left edge.
# blocks_without_sharing: There is no function `blocks_without_sharing` in your file. Line 10 has `def blocks_without_sharing`, but further to the right, inside something else. Move it to the left edge.
# blocks_with_sharing: There is no function `blocks_with_sharing` in your file. Line 13 has `def blocks_with_sharing`, but further to the right, inside something else. Move it to the left edge.
# can_share: There is no function `can_share` in your file. Line 17 has `def can_share`, but further to the right, inside something else. Move it to the left edge.

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
