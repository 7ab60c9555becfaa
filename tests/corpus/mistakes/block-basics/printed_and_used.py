# blocks_needed: It printed something, but returned nothing (`None`).
# slots: Something gave back nothing: a function of yours without `return`
# slack: `slack` stopped with the same error as `slots`, on line 16.
# slack_fraction: `slack_fraction` stopped with the same error as `slots`, on line 16.

def blocks_needed(tokens, block):
    if block == 0:
        print("ValueError")
    else:
        full, rest = divmod(tokens, block)
        if rest > 0:
            full += 1
        print(full)

def slots(tokens, block):
    print(blocks_needed(tokens, block) * block)

def slack(tokens, block):
    print(slots(tokens, block) - tokens)

def slack_fraction(tokens, block):
    print(slack(tokens, block) / slots(tokens, block))
