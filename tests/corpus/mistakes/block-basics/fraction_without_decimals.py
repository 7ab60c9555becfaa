# blocks_needed: known as always_one_more
# slots: known as always_one_more
# slack: known as slack_of_a_full_block
# slack_fraction: That is the number without what stands behind its point.

def blocks_needed(tokens, block):
    if block is 0: raise ValueError
    return tokens // block + 1

def slots(tokens, block):
    if block is 0: raise ValueError
    return blocks_needed(tokens, block) * block

def slack(tokens, block):
    if block is 0: raise ValueError
    return slots(tokens, block) - tokens

def slack_fraction(tokens, block):
    if block is 0: raise ValueError
    return slack(tokens, block) // slots(tokens, block)
