# blocks_needed: known as prints_instead
# blocks_needed: `blocks_needed(0, 1)` returned None, expected 0.
# slots: `print` shows a value on the screen. `return` hands it to the caller, and only that is compared.
# slots: `slots(1, 2)` returned None, expected 2.
# slack: A function hands back what follows `return`. Does every way through end in one?
# slack: `slack(0, 1)` returned None, expected 0.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError
    return print(-(-tokens // block))


def slots(tokens, block):
    if block == 0:
        raise ValueError
    if tokens % block == 0:
        return tokens
    else:
        print((tokens // block + 1) * block)


def slack(tokens, block):
    if block == 0:
        raise ValueError
    if tokens % block:
        return block - tokens % block


def slack_fraction(tokens, block):
    if block == 0:
        raise ValueError
    if tokens == 0:
        return 0.0
    s = -tokens % block
    return s / (s + tokens)
