# slots: `slots` and 2 more functions stand inside `def blocks_needed` (line 5), where the task does not look. Move them to the left edge.
# slack: `slack` stands inside `def blocks_needed`, too.
# slack_fraction: `slack_fraction` stands inside `def blocks_needed`, too.

def blocks_needed(tokens, block):
    if block == 0:
        raise ValueError("zero")
    return (tokens + block - 1) // block

    def slots(tokens, block):
        return blocks_needed(tokens, block) * block

    def slack(tokens, block):
        return slots(tokens, block) - tokens

    def slack_fraction(tokens, block):
        return slack(tokens, block) / slots(tokens, block)
