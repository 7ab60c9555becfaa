import math


def full_shared_blocks(prefix_len, block):
    """Number of full blocks in an identical prefix of prefix_len tokens."""
    pass


def blocks_without_sharing(totals, block):
    """Blocks that sequences of these total lengths need when nothing is shared."""
    pass


def blocks_with_sharing(prefix_len, totals, block):
    """Blocks needed when the full blocks of the prefix exist once for all."""
    pass


def can_share(a, b):
    """Whether two blocks may be one: each has "model", "tokens" and "start"."""
    pass
