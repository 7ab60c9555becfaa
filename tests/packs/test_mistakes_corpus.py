"""A hundred wrong files that no pack knows, each graded in a real container and read as a learner.

The first lines of a file say what must be told of each function that fails: `# name: words`, or
`# all: words` where the file cannot be loaded. What is not named there must pass. `known as x` is a
diagnosis. Words of a pack's own cases are left out; they may change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grader import packs
from grader.core.explainable import wanted
from grader.core.feedback import for_viewer
from grader.core.grade_json import to_record
from grader.core.model import Disclosure, Role
from grader.core.nearmiss import tells_near_miss
from grader.core.report import smallest
from grader.judge.grading import grade
from grader.judge.oracle import prepare
from grader.judge.search import Graded, find
from sandbox.outside.sandbox import Sandbox

CORPUS = Path(__file__).parents[1] / "corpus" / "mistakes"
FILES = sorted(CORPUS.glob("*/*.py"))
PROMISE = re.compile(r"# (\w+): (.+)")
OURS = re.compile(r"Traceback|File \"|child\.py|supervisor|sandbox/|<string>|918273")
STANDING = float  # a clock that always says 0.0: what is found, not how soon
SHOWABLE = {"wrong_answer", "wrong_type", "raised"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a learner gets, and what of it is made of what."""

    load: str
    functions: Mapping[str, Mapping[str, Any]]

    def text(self, name: str) -> str:
        function = self.functions[name]
        diagnosis, found = function["diagnosis"], function["counterexample"]
        parts = [
            function["message"],
            function["hint"],
            diagnosis and f"known as {diagnosis['id']}\n{diagnosis['hint']}",
            found and smallest(found),
            *(text for c in function["cases"] for text in (c["message"], c["hint"], c["output"])),
        ]
        return "\n".join(part for part in parts if part)


@pytest.fixture(scope="module")
def told(sandbox: Sandbox) -> Mapping[Path, Told]:
    """Grade all of them once; search for a counterexample of every function that deserves one."""
    found = {}
    for folder in packs.bundled_folders():
        pack = packs.parse(packs.read_folder(folder))
        prepared = prepare(pack, sandbox)
        for file in (CORPUS / folder.name).glob("*.py"):
            source = file.read_bytes()
            record = to_record(grade(pack, prepared, source, sandbox=sandbox))
            graded = Graded(source=source, record=record)
            searched = {
                name: find(pack, prepared, graded, name, sandbox=sandbox, clock=STANDING)
                for name in wanted(record)
            }
            shown = for_viewer(
                record,
                role=Role.LEARNER,
                disclosure=Disclosure.COUNTEREXAMPLE,
                counterexamples={name: one.as_json() for name, one in searched.items() if one},
            )
            found[file] = Told(
                load=shown["load"]["message"] or "",
                functions={function["name"]: function for function in shown["functions"]},
            )
    return found


def promises(file: Path) -> list[tuple[str, str]]:
    head = file.read_text().split("\n\n", 1)[0]
    return [(match[1], match[2]) for match in map(PROMISE.fullmatch, head.splitlines()) if match]


@pytest.mark.docker
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_mistake_is_told_as_its_first_lines_say(file: Path, told: Mapping[Path, Told]) -> None:
    mine, promised = told[file], promises(file)
    assert promised
    for name, words in promised:
        assert words in (mine.load if name == "all" else mine.text(name))
    named = {name for name, _words in promised}
    assert mine.load if "all" in named else not mine.load
    for name, function in mine.functions.items():
        assert function["verdict"] == "passed" or named & {name, "all"}


@pytest.mark.docker
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_nine_of_ten_wrong_functions_are_explained(told: Mapping[Path, Told]) -> None:
    """By a diagnosis, a near miss or a smallest counterexample; those that do return something."""
    wrong = [
        function
        for one in told.values()
        for function in one.functions.values()
        if function["verdict"] in SHOWABLE
    ]
    explained = [
        f
        for f in wrong
        if f["diagnosis"] or f["counterexample"] or tells_near_miss(f["message"] or "")
    ]
    assert len(wrong) > 150
    assert len(explained) / len(wrong) > 0.97


@pytest.mark.docker
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_frame_of_ours_and_no_secret_is_told(told: Mapping[Path, Told]) -> None:
    for one in told.values():
        texts = [one.load, *(one.text(name) for name in one.functions)]
        assert not [found for text in texts for found in OURS.findall(text)]


def test_the_corpus_is_complete() -> None:
    assert len(FILES) == 108
    assert {file.parent.name for file in FILES} == {f.name for f in packs.bundled_folders()}
