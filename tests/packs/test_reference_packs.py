"""Every pack that comes with the service keeps its promises, in real containers."""

from __future__ import annotations

import contextlib
import io
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader import packs
from grader.core.model import Pack, Visibility
from grader.judge import generated_file
from grader.judge.check import check
from grader.judge.oracle import answers
from sandbox.outside.sandbox import Sandbox

FOLDERS = packs.bundled_folders()
PYTHON_BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
each_pack = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@pytest.fixture
def prefix_sharing() -> Pack:
    folder = next(folder for folder in FOLDERS if folder.name == "prefix-sharing")
    return packs.parse(packs.read_folder(folder))


@pytest.mark.docker
@each_pack
def test_a_pack_keeps_its_promises(folder: Path, sandbox: Sandbox) -> None:
    report = check(packs.read_folder(folder), sandbox)
    assert [str(problem) for problem in report.problems] == []


@pytest.mark.docker
@each_pack
def test_the_generated_inputs_beside_a_pack_are_the_ones_that_are_asked(
    folder: Path, sandbox: Sandbox
) -> None:
    pack = packs.parse(packs.read_folder(folder))
    record = answers(pack, sandbox)
    assert pack.files[packs.GENERATED] == generated_file.text(pack, record)
    assert all(len(entries) >= 100 for entries in record["generated"].values())


@each_pack
def test_every_function_has_a_domain(folder: Path) -> None:
    pack = packs.parse(packs.read_folder(folder))
    assert [function.name for function in pack.functions if function.domain is None] == []


@each_pack
def test_a_pack_is_named_like_its_folder(folder: Path) -> None:
    assert packs.parse(packs.read_folder(folder)).name == folder.name


@each_pack
def test_the_python_in_a_lesson_and_its_chapter_runs(folder: Path) -> None:
    pack = packs.parse(packs.read_folder(folder))
    for block in PYTHON_BLOCK.findall(pack.lesson + pack.chapter):
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block, folder.name, "exec"), {})


@each_pack
def test_a_lesson_names_every_function_with_its_parameters(folder: Path) -> None:
    pack = packs.parse(packs.read_folder(folder))
    for function in pack.functions:
        assert f"{function.name}({', '.join(function.parameters)})" in pack.lesson


@each_pack
def test_every_function_has_two_to_four_scored_visible_cases(folder: Path) -> None:
    pack = packs.parse(packs.read_folder(folder))
    for function in pack.functions:
        shown = [
            case
            for case in pack.cases
            if case.function == function.name
            and case.scored
            and case.visibility is Visibility.VISIBLE
        ]
        assert 2 <= len(shown) <= 4


@each_pack
def test_every_case_has_a_hint(folder: Path) -> None:
    pack = packs.parse(packs.read_folder(folder))
    assert [case.id for case in pack.cases if not case.hint] == []


def test_prefix_sharing_has_the_agreed_number_of_cases_and_solutions(prefix_sharing: Pack) -> None:
    assert len(prefix_sharing.cases) >= 48
    assert len(prefix_sharing.right) >= 5
    assert len(prefix_sharing.wrong) >= 14


def test_no_visible_case_gives_the_covered_example_away(prefix_sharing: Pack) -> None:
    """The lesson asks for 12, 8 and 4; the expected value of these calls would answer it."""
    example = {"totals": [52, 52, 52], "block": 16}
    parameters = {function.name: function.parameters for function in prefix_sharing.functions}
    for case in prefix_sharing.cases:
        given = dict(zip(parameters[case.function], case.arguments, strict=True))
        if case.visibility is Visibility.VISIBLE:
            assert not example.items() <= given.items()


def test_prefix_sharing_stays_inside_its_domain(prefix_sharing: Pack) -> None:
    for case in prefix_sharing.cases:
        if case.function == "blocks_with_sharing":
            prefix, totals, block = case.arguments
            assert totals, "left open by the lesson"
            assert block >= 1
            assert min(totals) >= prefix >= 0
        if case.function == "can_share":
            assert all(set(block) == {"model", "tokens", "start"} for block in case.arguments)


def test_only_advice_goes_beyond_what_a_float_can_count(prefix_sharing: Pack) -> None:
    large = [case.id for case in prefix_sharing.cases if str(2**53)[:9] in repr(case.arguments)]
    advice = [case.id for case in prefix_sharing.cases if not case.scored]
    assert large == advice == ["without-beyond-floats"]


@pytest.fixture
def block_basics() -> Pack:
    folder = next(folder for folder in FOLDERS if folder.name == "block-basics")
    return packs.parse(packs.read_folder(folder))


def test_every_function_of_block_basics_refuses_a_block_of_nothing(block_basics: Pack) -> None:
    refusing = {case.function for case in block_basics.cases if case.must_raise}
    assert refusing == {function.name for function in block_basics.functions}


def test_the_covered_numbers_of_a_lesson_are_not_in_its_texts(block_basics: Pack) -> None:
    """The chapter reference works another example out, on the same page."""
    fraction = next(q for q in block_basics.questions if q.id == "fraction")
    assert str(float(Fraction(fraction.answer))) not in block_basics.lesson + block_basics.chapter


@each_pack
def test_the_answers_of_a_lesson_are_right_by_its_own_solution(folder: Path) -> None:
    """Each covered number of the example, computed."""
    pack = packs.parse(packs.read_folder(folder))
    names: dict[str, Any] = {}
    exec(compile(pack.solution, folder.name, "exec"), names)
    for question, call in EXAMPLES[pack.name].items():
        answer = next(q.answer for q in pack.questions if q.id == question)
        assert answer == Fraction(eval(call, names))


EXAMPLES = {
    "prefix-sharing": {
        "without-sharing": "blocks_without_sharing([52, 52, 52], 16)",
        "with-sharing": "blocks_with_sharing(32, [52, 52, 52], 16)",
        "saved": "blocks_without_sharing([52] * 3, 16) - blocks_with_sharing(32, [52] * 3, 16)",
    },
    "block-basics": {
        "blocks": "blocks_needed(50, 16)",
        "slots": "slots(50, 16)",
        "slack": "slack(50, 16)",
        "fraction": "slack_fraction(50, 16)",
    },
}
