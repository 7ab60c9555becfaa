# blocks_needed: `blocks_needed(0, 0)` returned 0, should raise ValueError.
# slots: `slots(0, 0)` returned None, should raise ValueError.
# slack: `slack(0, 0)` returned -1, should raise ValueError.
# slack_fraction: `slack_fraction(0, 0)` returned 0.0, should raise ValueError.

def blocks_needed(tokens, block):
    try:
        return -(-tokens // block)
    except ZeroDivisionError:
        return 0


def slots(tokens, block):
    try:
        return -(-tokens // block) * block
    except ZeroDivisionError:
        print("ValueError: block must not be 0")


def slack(tokens, block):
    try:
        return -tokens % block
    except:
        return -1


def slack_fraction(tokens, block):
    try:
        s = -tokens % block
        return s / (s + tokens)
    except ZeroDivisionError:
        return 0.0
