# blocks_needed: An error is raised, not returned: `raise ValueError("…")`.
# slots: `slots(0, 0)` returned '', should raise ValueError.
# slack: Behind `raise` stands an exception, such as `ValueError("…")`, not a text.
# slack_fraction: That is the number, rounded.

import math
def blocks_needed(tokens, block):
    try:
        return math.ceil(tokens / block)
    except:
        return "ValueError"

def slots(tokens, block):
    try:
        return blocks_needed(tokens, block) * block
    except ZeroDivisionError:
        raise ValueError

def slack(tokens, block):
    if block == 0:
        raise "ValueError"
    return tokens % block

def slack_fraction(tokens, block):
    if block == 0:
        return ValueError("no")
    return round(slack(tokens, block) / slots(tokens, block), 2)
