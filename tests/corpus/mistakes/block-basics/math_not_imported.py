# blocks_needed: Write `import math` at the top of the file.
# blocks_needed: `blocks_needed(0, 1)` raises NameError, expected 0.
# slots: `slots` stopped with the same error as `blocks_needed`, on line 13.
# slots: `slots(0, 1)` raises NameError, expected 0.
# slack: `slack` stopped with the same error as `blocks_needed`, on line 13.
# slack: `slack(0, 1)` raises NameError, expected 0.
# slack_fraction: `slack_fraction` stopped with the same error as `blocks_needed`, on line 13.
# slack_fraction: `slack_fraction(1, 1)` raises NameError, expected 0.0.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return math.ceil(tokens / block)


def slots(tokens, block):
    return blocks_needed(tokens, block) * block


def slack(tokens, block):
    return slots(tokens, block) - tokens


def slack_fraction(tokens, block):
    if tokens == 0 and block:
        return 0.0
    return slack(tokens, block) / slots(tokens, block)
