# Asks for quotient and rest together; a rest of any size takes one more block.
def full_shared_blocks(prefix_len, block):
    full, _rest = divmod(prefix_len, block)
    return full


def _occupied(tokens, block):
    full, rest = divmod(tokens, block)
    if rest:
        full += 1
    return full


def blocks_without_sharing(totals, block):
    return sum([_occupied(total, block) for total in totals])


def blocks_with_sharing(prefix_len, totals, block):
    full, rest = divmod(prefix_len, block)
    count = full
    for total in totals:
        private = rest + (total - prefix_len)
        count += _occupied(private, block)
    return count


def can_share(a, b):
    same_model = a["model"] == b["model"]
    same_place = a["start"] == b["start"]
    same_tokens = len(a["tokens"]) == len(b["tokens"]) and all(
        x == y for x, y in zip(a["tokens"], b["tokens"])
    )
    return same_model and same_place and same_tokens
