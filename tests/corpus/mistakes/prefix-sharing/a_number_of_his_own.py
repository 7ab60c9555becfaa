# full_shared_blocks: Numbers, texts, `True`, `False`, `None`, lists, tuples and dictionaries can be.
# full_shared_blocks: `full_shared_blocks(0, 1)` returned <Count>, expected 0.
# blocks_without_sharing: Numbers, texts, `True`, `False`, `None`, lists, tuples and dictionaries can be.
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned <Blocks>, expected 0.
# blocks_with_sharing: Numbers, texts, `True`, `False`, `None`, lists, tuples and dictionaries can be.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned <Count>, expected 0.
# can_share: Numbers, texts, `True`, `False`, `None`, lists, tuples and dictionaries can be.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned <Blocks>, expected True.

class Count:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other

    def __repr__(self):
        return str(self.n)


class Blocks(int):
    pass


def full_shared_blocks(prefix_len, block):
    return Count(prefix_len // block)


def blocks_without_sharing(totals, block):
    return Blocks(sum(-(-t // block) for t in totals))


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return Count(shared + sum(-(-(t - shared * block) // block) for t in totals))


def can_share(a, b):
    return Blocks(a == b)
