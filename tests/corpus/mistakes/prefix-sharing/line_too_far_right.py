# all: IndentationError: unexpected indent
# all: Lines that belong together begin at the same place: count the blanks before them.

def full_shared_blocks(prefix_len, block):
    blocks = prefix_len // block
      return blocks


def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
