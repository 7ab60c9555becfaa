# blocks_needed: An error is raised, not returned: `raise ValueError("…")`.
# blocks_needed: `blocks_needed(0, 0)` returned <ValueError>, should raise ValueError.
# slots: `slots(0, 0)` returned 'ValueError', should raise ValueError.
# slack_fraction: A class is called with brackets, too. An error is raised, not returned: `raise ValueError("…")`.
# slack_fraction: `slack_fraction(0, 0)` returned <type>, should raise ValueError.

def blocks_needed(tokens, block):
    if block == 0:
        return ValueError("block must not be 0")
    return -(-tokens // block)


def slots(tokens, block):
    if block == 0:
        return "ValueError"
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    if block == 0:
        raise ValueError
    return -tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        return ValueError
    if tokens == 0:
        return 0.0
    return slack(tokens, block) / (tokens + slack(tokens, block))
