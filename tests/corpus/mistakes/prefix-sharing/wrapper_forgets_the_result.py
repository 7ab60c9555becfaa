# full_shared_blocks: known as prints_instead
# full_shared_blocks: `full_shared_blocks(0, 1)` returned None, expected 0.
# blocks_without_sharing: known as prints_instead
# blocks_without_sharing: `blocks_without_sharing([], 1)` returned None, expected 0.

import functools


def logged(function):
    @functools.wraps(function)
    def wrapper(*args):
        print("calling", function.__name__)
        function(*args)

    return wrapper


@logged
def full_shared_blocks(prefix_len, block):
    return prefix_len // block


@logged
def blocks_without_sharing(totals, block):
    return sum(-(-t // block) for t in totals)


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(-(-(t - shared * block) // block) for t in totals)


def can_share(a, b):
    return a == b
