# slots: There is a `blocks_needed`. Is that the name you mean?
# slots: `slots(0, 0)` raises NameError, should raise ValueError.
# slack: `slack(0, 0)` raises TypeError, should raise ValueError.
# slack_fraction: A function is called with brackets: `name(…)`. Without them it is the function itself.
# slack_fraction: `slack_fraction(0, 0)` raises TypeError, should raise ValueError.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return -(-tokens // block)


def slots(tokens, block):
    return block_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens) - tokens


def slack_fraction(tokens, block):
    return slack / slots
