# full_shared_blocks: `full_shared_blocks` is no function: it holds a value of type `NoneType`. Does a decorator return the function that takes its place?
# blocks_without_sharing: `blocks_without_sharing` is no function: it holds a value of type `NoneType`. Does a decorator return the function that takes its place?

def logged(function):
    def wrapper(*args):
        print(function.__name__, args)
        return function(*args)


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
