# all: SyntaxError: invalid character '“' (U+201C)
# all: It may have been copied from a text. Type it anew.

def full_shared_blocks(prefix_len, block):
    return prefix_len // block


def can_share(a, b):
    return a[“model”] == b[“model”] and a[“tokens”] == b[“tokens”] and a[“start”] == b[“start”]
