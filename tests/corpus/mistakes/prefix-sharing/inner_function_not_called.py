# full_shared_blocks: known as untouched_starter
# full_shared_blocks: `full_shared_blocks(0, 1)` returned None, expected 0.
# blocks_without_sharing: A function is called with brackets: `name(…)`. Without them it is the function itself.
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned <function>, expected 0.
# blocks_with_sharing: A function is called with brackets: `name(…)`. Without them it is the function itself.
# blocks_with_sharing: `blocks_with_sharing(0, [0], 1)` returned <method-wrapper>, expected 0.
# can_share: A function is called with brackets: `name(…)`. Without them it is the function itself.
# can_share: `can_share({'model': 'atlas-7b', 'tokens': [], 'start': 0}, {'model': 'atlas-7b', 'tokens': [], 'start': 0})` returned <method-wrapper>, expected True.

def full_shared_blocks(prefix_len, block):
    def count():
        return prefix_len // block


def blocks_without_sharing(totals, block):
    def need(total):
        return -(-total // block)

    return need


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    own = 0
    for t in totals:
        own += -(-(t - shared * block) // block)
    return own.__add__


def can_share(a, b):
    return a.__eq__
