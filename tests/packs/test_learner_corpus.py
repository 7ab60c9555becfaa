"""Odd but honest files, each graded in a real container; its first line says how it must end.

`pass`, `fail`, or `fail(kind|kind)` for each function.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grader import packs
from grader.core.model import Pack, Verdict
from grader.judge.grading import grade
from grader.judge.oracle import prepare
from sandbox.outside.sandbox import Sandbox

CORPUS = Path(__file__).parents[1] / "corpus" / "learners"
FILES = sorted(CORPUS.glob("*.py"))
LABEL = re.compile(r"(\w+)=(pass|fail)(?:\(([a-z|-]+)\))?")
KINDS = {
    "wrong-answer": Verdict.WRONG_ANSWER,
    "bad-type": Verdict.WRONG_TYPE,
    "exception": Verdict.RAISED,
    "crash": Verdict.CRASHED,
    "too-large": Verdict.TOO_LARGE,
    "time-limit": Verdict.TIME_LIMIT,
    "memory-limit": Verdict.MEMORY_LIMIT,
    "process-limit": Verdict.PROCESS_LIMIT,
    "output-limit": Verdict.OUTPUT_LIMIT,
    "protocol": Verdict.PROTOCOL,
}
FAILURES = frozenset(Verdict) - {Verdict.PASSED}


@pytest.fixture(scope="module")
def pack() -> Pack:
    folder = next(f for f in packs.bundled_folders() if f.name == "prefix-sharing")
    return packs.parse(packs.read_folder(folder))


@pytest.fixture(scope="module")
def prepared(pack: Pack, sandbox: Sandbox) -> Mapping[str, Any]:
    return prepare(pack, sandbox)


def promised(source: bytes) -> dict[str, frozenset[Verdict]]:
    """Return the verdicts that the first line allows for each function."""
    first = source.decode("utf-8-sig").splitlines()[0]
    return {name: _allowed(word, kinds) for name, word, kinds in LABEL.findall(first)}


def _allowed(word: str, kinds: str) -> frozenset[Verdict]:
    if word == "pass":
        return frozenset({Verdict.PASSED})
    return frozenset(KINDS[kind] for kind in kinds.split("|")) if kinds else FAILURES


@pytest.mark.docker
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_ends_as_its_first_line_says(
    file: Path, pack: Pack, prepared: Mapping[str, Any], sandbox: Sandbox
) -> None:
    source = file.read_bytes()
    graded = grade(pack, prepared, source, sandbox=sandbox)
    allowed = promised(source)
    assert set(allowed) == {function.name for function in pack.functions}
    for function in graded.functions:
        assert function.verdict in allowed[function.name], function.message


COUNTS_ONE_BY_ONE = """
def full_shared_blocks(prefix_len, block):
    return prefix_len // block

def blocks_without_sharing(totals, block):
    blocks = 0
    for total in totals:
        while total > 0:
            total -= block
            blocks += 1
    return blocks

def blocks_with_sharing(prefix_len, totals, block):
    shared = prefix_len // block
    return shared + blocks_without_sharing([t - shared * block for t in totals], block)

def can_share(a, b):
    return a == b
"""


@pytest.mark.docker
def test_a_slow_but_right_file_passes_though_the_advice_takes_it_too_long(
    pack: Pack, prepared: Mapping[str, Any], sandbox: Sandbox
) -> None:
    """Counting to 2**53 hits the time limit, in a case that is not scored."""
    graded = grade(pack, prepared, COUNTS_ONE_BY_ONE, sandbox=sandbox)
    verdicts = {case.id: case.verdict for f in graded.functions for case in f.cases}
    assert verdicts["without-beyond-floats"] is Verdict.TIME_LIMIT
    assert (graded.verdict, graded.score) == (Verdict.PASSED, graded.max_score)


def test_the_corpus_is_complete() -> None:
    assert len(FILES) == 30


def test_the_corpus_keeps_its_odd_bytes() -> None:
    """A checkout that changes line endings or marks would make these files ordinary."""
    assert b"\r\n" in (CORPUS / "18_crlf.py").read_bytes()
    assert (CORPUS / "19_bom.py").read_bytes().startswith(b"\xef\xbb\xbf")
    assert b"\n\treturn" in (CORPUS / "20_tabs.py").read_bytes()
