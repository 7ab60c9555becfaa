"""Learners' files, each named for what is wrong with it."""

RIGHT = """\
import math

def full_shared_blocks(prefix_len, block):
    return prefix_len // block

def blocks_without_sharing(totals, block):
    return sum(math.ceil(total / block) for total in totals)

def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + sum(math.ceil((total - shared * block) / block) for total in totals)

def can_share(a, b):
    return a["model"] == b["model"] and a["tokens"] == b["tokens"] and a["start"] == b["start"]
"""
ROUNDED_UP = RIGHT.replace("return prefix_len // block", "return math.ceil(prefix_len / block)")
LOOPING = RIGHT.replace("return prefix_len // block", "while True:\n        pass")
BROKEN = RIGHT.replace("def full_shared_blocks(prefix_len, block):", "def full_shared_blocks(")
RAISING = RIGHT.replace("return prefix_len // block", "return prefix_len // nothing")
PRINTS_MUCH = RIGHT.replace(
    "return prefix_len // block", "print('x' * 200_000)\n    return prefix_len // block + 1"
)
HOSTILE = RIGHT.replace(
    "return prefix_len // block",
    "return '</pre><script>alert(1)</script>\\x1b[31m\\u202e' # </script>",
)
