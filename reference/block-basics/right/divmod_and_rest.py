# Looks at full blocks and what is left over; refuses a block of 0 in one place.
def _split(tokens, block):
    if not block:
        raise ValueError(f"a block of {block} holds nothing")
    return divmod(tokens, block)


def blocks_needed(tokens, block):
    full, rest = _split(tokens, block)
    return full + (1 if rest else 0)


def slots(tokens, block):
    full, rest = _split(tokens, block)
    return full * block + (block if rest else 0)


def slack(tokens, block):
    _full, rest = _split(tokens, block)
    return block - rest if rest else 0


def slack_fraction(tokens, block):
    free = slack(tokens, block)
    return free / (tokens + free) if free else 0.0
