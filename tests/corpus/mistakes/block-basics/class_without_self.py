# blocks_needed: `blocks_needed` and 3 more functions stand inside `class Blocks` (line 6), where the task does not look. Move them to the left edge.
# slots: `slots` stands inside `class Blocks`, too.
# slack: `slack` stands inside `class Blocks`, too.
# slack_fraction: `slack_fraction` stands inside `class Blocks`, too.

class Blocks:
    def blocks_needed(tokens, block):
        return -(-tokens // block)
    def slots(tokens, block):
        return Blocks.blocks_needed(tokens, block) * block
    def slack(tokens, block):
        return Blocks.slots(tokens, block) - tokens
    def slack_fraction(tokens, block):
        return Blocks.slack(tokens, block) / Blocks.slots(tokens, block)
