# Walks the list by calling itself; the functions are values of a class.
class Cache:
    def __init__(self, block):
        self.block = block

    def full(self, tokens):
        return tokens // self.block

    def touched(self, tokens):
        return self.full(tokens) + bool(tokens % self.block)

    def all_touched(self, lengths):
        if not lengths:
            return 0
        middle = len(lengths) // 2
        return (
            self.touched(lengths[middle])
            + self.all_touched(lengths[:middle])
            + self.all_touched(lengths[middle + 1 :])
        )


def full_shared_blocks(prefix_len, block):
    return Cache(block).full(prefix_len)


def blocks_without_sharing(totals, block):
    return Cache(block).all_touched(totals)


def blocks_with_sharing(prefix_len, totals, block):
    cache = Cache(block)
    shared = cache.full(prefix_len)
    return shared + cache.all_touched([total - shared * block for total in totals])


def can_share(a, b):
    return a == b
