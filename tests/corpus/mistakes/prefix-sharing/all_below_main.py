# full_shared_blocks: There is no function `full_shared_blocks` in your file. Line 9 has `def full_shared_blocks`, but further to the right, inside something else. Move it to the left edge.
# blocks_without_sharing: There is no function `blocks_without_sharing` in your file. Line 12 has `def blocks_without_sharing`, but further to the right, inside something else. Move it to the left edge.
# blocks_with_sharing: There is no function `blocks_with_sharing` in your file. Line 15 has `def blocks_with_sharing`, but further to the right, inside something else. Move it to the left edge.
# can_share: There is no function `can_share` in your file. Line 19 has `def can_share`, but further to the right, inside something else. Move it to the left edge.

import math

if __name__ == "__main__":
    def full_shared_blocks(prefix_len, block):
        return prefix_len // block

    def blocks_without_sharing(totals, block):
        return sum(math.ceil(t / block) for t in totals)

    def blocks_with_sharing(prefix_len, totals, block):
        shared = prefix_len // block
        return shared + sum(math.ceil((t - shared * block) / block) for t in totals)

    def can_share(a, b):
        return a == b

    print(full_shared_blocks(40, 16))
