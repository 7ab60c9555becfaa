# full_shared_blocks: `full_shared_blocks` and 3 more functions stand inside `if __name__ == "__main__"` (line 8), where the task does not look. Move them to the left edge.
# blocks_without_sharing: `blocks_without_sharing` stands inside `if __name__ == "__main__"`, too.
# blocks_with_sharing: `blocks_with_sharing` stands inside `if __name__ == "__main__"`, too.
# can_share: `can_share` stands inside `if __name__ == "__main__"`, too.

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
