"""Files that try to carry hidden inputs out of a real container, and what a learner then sees.

The hidden cases of prefix-sharing hold a number that stands nowhere else.
"""

from __future__ import annotations

import itertools
import json

import pytest

from grader import packs
from grader.core.feedback import for_viewer
from grader.core.grade_json import to_record
from grader.core.model import Disclosure, Role
from grader.judge.grading import grade
from grader.judge.oracle import prepare
from sandbox.outside.sandbox import Sandbox

CANARY = "918273"
FUNCTIONS = ("full_shared_blocks", "blocks_without_sharing", "blocks_with_sharing", "can_share")
CALL = "def {name}(*arguments):\n    return tell({name!r}, arguments)\n"
TELLERS = {
    "prints": """
        print(name, arguments)
        return arguments
    """,
    "raises": """
        raise type(str(arguments), (Exception,), {})(arguments)
    """,
    "returns a strange type": """
        return type(str(arguments), (), {})()
    """,
    "writes a file for later calls": """
        with open("/tmp/seen", "a") as seen:
            seen.write(repr(arguments))
        return open("/tmp/seen").read()
    """,
    "defines functions named after what it saw": """
        for name in FUNCTIONS:
            globals().pop(name, None)
        globals()["saw_" + "".join(c for c in repr(arguments) if c.isdigit())] = tell
        return None
    """,
    "keeps what it saw in a module that outlives it": """
        import math
        math.seen = getattr(math, "seen", []) + [arguments]
        raise ValueError(math.seen)
    """,
    "prints to the bare descriptors": """
        import os
        os.write(1, repr(arguments).encode())
        os.write(2, repr(arguments).encode())
        return -1
    """,
}


def source(body: str) -> str:
    head = f"FUNCTIONS = {FUNCTIONS!r}\n\n\ndef tell(name, arguments):\n"
    lines = (line[4:] for line in body.strip("\n").rstrip().splitlines())
    calls = "\n\n".join(CALL.format(name=name) for name in FUNCTIONS)
    return head + "\n".join(lines) + "\n\n\n" + calls


@pytest.mark.docker
@pytest.mark.parametrize("way", TELLERS)
def test_no_hidden_input_reaches_a_learner(way: str, sandbox: Sandbox) -> None:
    folder = next(f for f in packs.bundled_folders() if f.name == "prefix-sharing")
    pack = packs.parse(packs.read_folder(folder))
    graded = grade(pack, prepare(pack, sandbox), source(TELLERS[way]), sandbox=sandbox)
    record = to_record(graded)
    assert graded.score == 0
    assert CANARY in json.dumps(record), "staff see the hidden inputs, so the canary was asked"
    for disclosure, is_over in itertools.product(Disclosure, (False, True)):
        shown = for_viewer(record, role=Role.LEARNER, disclosure=disclosure, is_over=is_over)
        assert CANARY not in json.dumps(shown)


def test_the_canary_stands_in_hidden_cases_alone() -> None:
    folder = next(f for f in packs.bundled_folders() if f.name == "prefix-sharing")
    pack = packs.parse(packs.read_folder(folder))
    visible = [case for case in pack.cases if case.visibility == "visible"]
    assert CANARY not in repr(visible) + pack.lesson + pack.starter + pack.chapter
    for name in FUNCTIONS:
        mine = [case for case in pack.cases if case.function == name]
        assert CANARY in repr(mine)
