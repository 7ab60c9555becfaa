"""The pack that `grader pack new` begins with: small, whole, and it passes its check."""

from __future__ import annotations

import re

from grader.errors import Malformed

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST_CHARACTERS = 64

_TOML = """\
# Every key is described, with an example, in what `grader pack format` prints.
name = "{name}"
title = "{title}"

[[functions]]
name = "boxes_needed"
parameters = ["items", "size"]
points = 2
summary = "The boxes that hold all items."

# What an input may be. More hidden cases are generated from this, edges first.
[functions.domain]
items = {{ type = "int", min = 0, max = 1000 }}
size = {{ type = "int", min = 1, max = 100 }}

# --- visible cases: a learner sees the arguments, the value and what was expected

[[cases]]
id = "with-rest"
function = "boxes_needed"
visibility = "visible"
args = [10, 4]
hint = "Two boxes are full. Where do the others go?"

[[cases]]
id = "exact"
function = "boxes_needed"
visibility = "visible"
args = [8, 4]
hint = "The last box is full, so no further one is needed."

# --- hidden cases: a learner sees that they pass or fail, and nothing else

[[cases]]
id = "no-items"
function = "boxes_needed"
visibility = "hidden"
args = [0, 5]
hint = "Nothing needs no box."

[[cases]]
id = "one-more-than-full"
function = "boxes_needed"
visibility = "hidden"
args = [13, 6]
hint = "One item alone still needs a box."

[[cases]]
id = "boxes-of-one"
function = "boxes_needed"
visibility = "hidden"
args = [7, 1]
hint = "Each item has a box of its own."

# --- known mistakes: each must fail exactly these functions

[[wrong]]
file = "rounded_down.py"
fails = ["boxes_needed"]
hint = "A box that is only partly filled is still a box. Which way does // round?"

[[wrong]]
file = "always_one_more.py"
fails = ["boxes_needed"]
hint = "When the items fill their boxes exactly, no further box is needed."

# --- what the lesson asks beside the code

[[questions]]
id = "by-hand"
kind = "number"
step = "hand"
text = "How many boxes of 6 do 20 items need?"
answer = 4
right = "Three are full, and two items are left over."
wrong = "Fill box after box, and look at what is left over."
"""
_LESSON = """\
# {title}

Lesson 1 of 1

## The idea

Say here what it is about, in a few short paragraphs. A box holds `size` items at most. A box that
is not full is still a box.

## Part 1: by hand

Say what to work out with a pencil. The question itself stands in pack.toml.

## Part 2: in code

**`boxes_needed(items, size)`** returns how many boxes hold all items. `items` is at least 0 and
`size` at least 1; both are whole numbers.

## Stuck?

How many boxes are full? Is anything left over after them?
"""
_STARTER = '''\
def boxes_needed(items, size):
    """How many boxes of this size hold all items."""
    pass
'''
_SOLUTION = """\
def boxes_needed(items, size):
    return (items + size - 1) // size
"""
_RIGHT = """\
# Counts the full boxes, and one more when something is left over.
def boxes_needed(items, size):
    full, rest = divmod(items, size)
    if rest:
        return full + 1
    return full
"""
_ROUNDED_DOWN = """\
# Forgets the items that are left over.
def boxes_needed(items, size):
    return items // size
"""
_ALWAYS_ONE_MORE = """\
# Adds a box for what is left over, though nothing may be.
def boxes_needed(items, size):
    return items // size + 1
"""


def skeleton(name: str) -> dict[str, str]:
    """Return the files of a new pack by their paths. Raises Malformed for a name that is none."""
    if not _NAME.fullmatch(name) or len(name) > _MOST_CHARACTERS:
        raise Malformed(
            f"A pack's name has lower-case letters, digits and single hyphens, and at most "
            f"{_MOST_CHARACTERS} of them: {name!r} does not fit."
        )
    title = name.replace("-", " ").capitalize()
    return {
        "pack.toml": _TOML.format(name=name, title=title),
        "lesson.md": _LESSON.format(title=title),
        "starter.py": _STARTER,
        "solution.py": _SOLUTION,
        "right/divmod_and_rest.py": _RIGHT,
        "wrong/rounded_down.py": _ROUNDED_DOWN,
        "wrong/always_one_more.py": _ALWAYS_ONE_MORE,
    }
