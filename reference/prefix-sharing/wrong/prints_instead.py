# Shows every result on the screen and returns none.
def full_shared_blocks(prefix_len, block):
    print(prefix_len // block)


def blocks_without_sharing(totals, block):
    print(sum(-(-total // block) for total in totals))


def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    print(shared + sum(-(-(total - shared * block) // block) for total in totals))


def can_share(a, b):
    print(a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"])
