# blocks_needed: `blocks_needed` is no function: it holds a value of type `int`.
# slots: `slots` is no function: it holds a value of type `str`.
# slack_fraction: Numbers, texts, `True`, `False`, `None`, lists, tuples and dictionaries can be.
# slack_fraction: `slack_fraction(0, 1)` returned <slack_fraction>, expected 0.0.

blocks_needed = 3
slots = "blocks * block"


def slack(tokens, block):
    if block == 0:
        raise ValueError
    return -tokens % block


class slack_fraction:
    def __init__(self, tokens, block):
        if block == 0:
            raise ValueError
        self.value = 0.0
