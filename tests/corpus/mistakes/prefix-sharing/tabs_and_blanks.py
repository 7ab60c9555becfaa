# all: TabError: inconsistent use of tabs and spaces in indentation
# all: Indent with blanks alone, four for each level.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def blocks_without_sharing(totals, block):
    blocks = 0
    for total in totals:
        blocks += -(-total // block)
	if blocks < 0:
	    blocks = 0
    return blocks
