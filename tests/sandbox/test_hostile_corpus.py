"""Forty hostile files, each in a real container, twice, and a known-good file after each.

The first line of a file says what must become of it. A call that returned is right or wrong by
comparison with values computed here, outside, as the judge does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.outside.sandbox import (
    Answer,
    Arguments,
    Batch,
    Ending,
    Job,
    Question,
    Run,
    Sandbox,
    Value,
)

from .conftest import BRISK, PATIENT

pytestmark = pytest.mark.docker

CORPUS = Path(__file__).parents[1] / "corpus"
FILES = sorted((CORPUS / "hostile").glob("*.py"))
GOOD = (CORPUS / "learners" / "01_typed_integer_ceil.py").read_text()
CANARY = 918273645

# Only the clock ends these; to the others a busy machine must not matter.
ENDLESS = {p.read_text() for p in FILES if p.stem[:2] in ("01", "02", "03", "04", "06", "09", "31")}

BLOCK = {"model": "m", "tokens": [1, 2], "start": 0}
VISIBLE: dict[str, tuple[Arguments, Value]] = {
    "full_shared_blocks": ((33, 16), 2),
    "blocks_without_sharing": (([52, 52], 16), 8),
    "blocks_with_sharing": ((32, [52, 52], 16), 6),
    "can_share": ((BLOCK, BLOCK), True),
}
HIDDEN: dict[str, tuple[Arguments, Value]] = {
    "full_shared_blocks": ((CANARY, 1), CANARY),
    "blocks_without_sharing": (([CANARY, 1], 1), CANARY + 1),
    "blocks_with_sharing": ((0, [CANARY], 1), CANARY),
    "can_share": ((BLOCK, {**BLOCK, "start": CANARY}), False),
}
WORDS = {
    "time-limit": Ending.TIME_LIMIT,
    "memory-limit": Ending.MEMORY_LIMIT,
    "process-limit": Ending.PROCESS_LIMIT,
    "output-limit": Ending.OUTPUT_LIMIT,
    "protocol": Ending.PROTOCOL,
    "crash": Ending.CRASHED,
    "too-large": Ending.TOO_LARGE,
    "exception": Ending.RAISED,
    "bad-type": Ending.WRONG_TYPE,
    "syntax-error": Ending.SYNTAX_ERROR,
}
ORDER = [ending.value for ending in WORDS.values()]


def batch(cases: dict[str, tuple[Arguments, Value]], *, shown: bool) -> Batch:
    asked = tuple(Question(function=f, calls=(arguments,)) for f, (arguments, _) in cases.items())
    return Batch(questions=asked, shown=shown)


def run(sandbox: Sandbox, source: str) -> Run:
    batches = (batch(VISIBLE, shown=True), batch(HIDDEN, shown=False))
    limits = BRISK if source in ENDLESS else PATIENT
    return sandbox.run(Job(source=source, batches=batches, limits=limits))


def verdict_of(answer: Answer, wanted: Value) -> str:
    """As the judge decides: by exact type and value."""
    if answer.ending is not Ending.RETURNED:
        return answer.ending.value
    if type(answer.value) is not type(wanted):
        return Ending.WRONG_TYPE.value
    return "pass" if answer.value == wanted else "wrong-answer"


def verdicts(done: Run) -> dict[str, str]:
    """The verdict of each function: the first that is present of the order above."""
    found = {}
    for at, name in enumerate(VISIBLE):
        wanted = (VISIBLE[name][1], HIDDEN[name][1])
        seen = [verdict_of(done.answers[b][at][0], wanted[b]) for b in (0, 1)]
        if done.load.ending is not Ending.LOADED:
            seen = [done.load.ending.value]
        found[name] = next((v for v in [*ORDER, "wrong-answer"] if v in seen), "pass")
        if "not_run" in seen and found[name] == "pass":
            found[name] = "not_run"
    return found


def expected(source: str) -> Iterator[tuple[str, set[str]]]:
    """What the first line promises: for each function, the verdicts that are right."""
    line = source.splitlines()[0].partition("expect:")[2].partition(";")[0].strip()
    if line.startswith("rejected"):
        line = " ".join(f"{name}={line.replace('rejected', 'fail')}" for name in VISIBLE)
    for name, promise in re.findall(r"(\w+)=(\S+)", line):
        words = set(re.findall(r"[\w-]+", promise)) - {"fail"}
        anything = set(ORDER) | {"wrong-answer", "not_run"}
        right = {getattr(WORDS.get(word), "value", word) for word in words}
        yield name, right | (anything if "any" in words else set())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_gets_its_verdicts_and_the_next_submission_passes(
    path: Path, sandbox: Sandbox
) -> None:
    source = path.read_text()
    for _ in range(2):
        done = run(sandbox, source)
        got = verdicts(done)
        assert {f: got[f] for f, right in expected(source) if got[f] not in right} == {}
        assert set(verdicts(run(sandbox, GOOD)).values()) == {"pass"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_of_a_hidden_case_is_in_what_may_be_shown(path: Path, sandbox: Sandbox) -> None:
    shown = run(sandbox, path.read_text())
    text = repr((shown.load, shown.answers[0])) + "".join(
        answer.output for question in shown.answers[1] for answer in question
    )
    spellings = (str(CANARY), f"{CANARY:x}", str(CANARY)[::-1])
    assert not [spelling for spelling in spellings if spelling in text]


def test_every_word_of_the_corpus_is_understood() -> None:
    known = {e.value for e in WORDS.values()} | {"pass", "wrong-answer", "not_run", "any"}
    assert all(right <= known for path in FILES for _, right in expected(path.read_text()))
    assert all(len(dict(expected(path.read_text()))) == 4 for path in FILES)
