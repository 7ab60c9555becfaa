"""Generated inputs: made from a domain, kept in a file, stored with a version, asked and graded."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader import packs
from grader.core.domain import (
    Choice,
    Dictionary,
    Domain,
    Either,
    Items,
    Like,
    Record,
    Row,
    Spec,
    Text,
    Truth,
    Whole,
)
from grader.core.fitting import misfit
from grader.core.model import Function, Pack, Raised, Rules, Verdict
from grader.core.relations import parse_relation
from grader.errors import PackBroken
from grader.judge import generate, generated_file, prepared
from grader.judge.generate import WANTED, digest, inputs
from grader.judge.grading import GENERATED_SECONDS, grade
from grader.judge.jobs import INPUTS_TO_A_QUESTION
from grader.judge.oracle import prepare
from sandbox.outside.fake import FakeSandbox, answered, computed, ended, raised, returned
from sandbox.outside.sandbox import (
    CRASHES_IN_A_ROW,
    Answer,
    Arguments,
    Ending,
    Job,
    Question,
    Run,
)

DOMAIN = Domain(
    parameters=("low", "items"),
    specs=(Whole(low=0, high=10**6), Items(of=Whole(low=0, high=10**6), shortest=1, longest=9)),
    relations=(parse_relation("each items >= low"),),
)
RECORD = Record(fields=(("a", Truth()), ("b", Choice(values=(1, 2, 3)))))
ALIKE = Domain(parameters=("a", "b"), specs=(RECORD, Like(parameter="a")))


def function(domain: Domain | None, name: str = "f", **more: Any) -> Function:
    parameters = domain.parameters if domain else ("n",)
    return Function(name=name, parameters=parameters, points=Fraction(1), domain=domain, **more)


@pytest.mark.parametrize("domain", [DOMAIN, replace(DOMAIN, relations=())])
def test_a_hundred_different_inputs_are_made_inside_the_domain(domain: Domain) -> None:
    made = inputs(function(domain))
    assert [misfit(domain, one) for one in made] == [None] * WANTED
    assert len({repr(one) for one in made}) == WANTED


def test_the_same_domain_gives_the_same_inputs_and_another_gives_others() -> None:
    again = generate.made(function(DOMAIN), DOMAIN)
    assert inputs(function(DOMAIN)) == again
    assert digest(function(DOMAIN)) != digest(function(replace(DOMAIN, relations=())))


def test_edges_come_first() -> None:
    first = inputs(function(DOMAIN))[:30]
    assert {one[0] for one in first} >= {0, 1, 10**6}


def test_two_records_are_often_equal_and_often_almost() -> None:
    made = inputs(function(ALIKE))
    equal = [one for one in made if one[0] == one[1]]
    assert len(made) // 8 < len(equal) < len(made) * 7 // 8


SUMMED = Items(of=Whole(low=0, high=99), shortest=0, longest=8)
SIZES: dict[str, Any] = {"shortest": 0, "longest": 4}
ROW = Items(of=Whole(low=0, high=99), shortest=1, longest=5)
KINDS: dict[str, Spec] = {
    "matrix": Items(of=ROW, shortest=1, longest=5, alike=True),
    "rising": Items(of=Whole(low=0, high=99), shortest=0, longest=9, in_order=True, distinct=True),
    "pairs": Items(of=Row(of=(Text(shortest=1, longest=4, alphabet="abc"), Truth())), **SIZES),
    "counts": Dictionary(keys=Text(shortest=1, longest=3, alphabet="abc"), of=Truth(), **SIZES),
    "maybe": Either(of=(Choice(values=(None,)), Whole(low=0, high=999))),
    "spans": Record(
        fields=(("start", Whole(low=0, high=99)), ("end", Whole(low=0, high=99)), ("x", Truth())),
        optional=("x",),
        relations=(parse_relation("start <= end"),),
    ),
    "usual": Text(shortest=0, longest=9, alphabet="abcdefgh ", usual="ab "),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_value_is_made_inside_its_domain(kind: str) -> None:
    domain = Domain(parameters=("it",), specs=(KINDS[kind],))
    made = inputs(function(domain))
    assert [misfit(domain, one) for one in made] == [None] * WANTED


def test_a_matrix_has_many_shapes_and_usual_letters_alone_are_drawn() -> None:
    made: Any = inputs(function(Domain(parameters=("it",), specs=(KINDS["matrix"],))))
    assert len({(len(rows), len(rows[0])) for (rows,) in made}) > 10
    texts: Any = inputs(function(Domain(parameters=("it",), specs=(KINDS["usual"],))))
    assert {letter for (text,) in texts for letter in text} == set("ab ")


def test_a_key_that_is_left_out_moves_no_seed() -> None:
    """So that a kind of key that is new in the format leaves older packs their inputs."""
    assert "in_order" in generate.written(KINDS["rising"])
    assert "in_order" not in generate.written(ROW)


PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from tests.unit.test_judge_generated import KINDS, DOMAIN, Domain, function, inputs
for spec in KINDS.values():
    print(inputs(function(Domain(parameters=("it",), specs=(spec,)))))
print(inputs(function(DOMAIN)))
"""


@pytest.mark.slow
def test_inputs_depend_on_nothing_that_is_loaded_and_leave_no_files(tmp_path: Path) -> None:
    """Hypothesis draws from the constants of local modules, and keeps what it found in a folder."""
    (tmp_path / "own.py").write_text("NUMBERS = [77, 78, 79]\nTEXT = 'abcabc'\n")
    root = str(Path(packs.__file__).parents[2])
    said = [
        subprocess.run(
            [sys.executable, "-B", "-c", f"{before}{PROGRAM}", root],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for before in ("", "import own, xml.dom.minidom, sqlite3")
    ]
    assert said[0] == said[1]
    assert said[0].splitlines()[-1] == str(inputs(function(DOMAIN)))
    assert [path.name for path in tmp_path.iterdir()] == ["own.py"]


def test_a_small_domain_is_counted_out() -> None:
    domain = Domain(parameters=("t", "u"), specs=(Truth(), Truth()))
    assert len(inputs(function(domain))) == 4


def test_a_domain_that_nothing_fits_gives_no_inputs() -> None:
    relations = (parse_relation("n > n"),)
    domain = Domain(parameters=("n",), specs=(Whole(low=0, high=9),), relations=relations)
    assert inputs(function(domain)) == ()


@pytest.mark.parametrize(
    ("relation", "first", "second"),
    [
        ("n == sum items", Whole(low=0, high=999), SUMMED),
        ("n == length items", Whole(low=0, high=9), SUMMED),
        ("length items == length n", SUMMED, SUMMED),
    ],
)
def test_what_is_computed_from_another_parameter_is_made(
    relation: str, first: Spec, second: Spec
) -> None:
    domain = Domain(
        parameters=("n", "items"), specs=(first, second), relations=(parse_relation(relation),)
    )
    assert len(inputs(function(domain))) == WANTED


@pytest.mark.parametrize(
    "spec",
    [
        Items(of=Truth(), shortest=5, longest=5, distinct=True),
        Items(of=Choice(values=(1, 2)), shortest=5, longest=5, distinct=True),
        Dictionary(
            keys=Text(shortest=1, longest=1, alphabet="a"), of=Truth(), shortest=2, longest=2
        ),
    ],
)
def test_what_cannot_be_made_gives_no_inputs(spec: Spec) -> None:
    assert inputs(function(Domain(parameters=("it",), specs=(spec,)))) == ()


def test_no_domain_no_inputs() -> None:
    assert inputs(function(None)) == ()


# ------------------------------------------------------------------------------ a pack with them


def double(n: int) -> int:
    return n * 2


def shout(text: str, times: int) -> str:
    return " ".join([text.upper()] * times)


RIGHT = {"double": double, "shout": shout}


@pytest.fixture
def wide(pack: Pack) -> Pack:
    """The small pack, in which `double` has a domain."""
    domain = Domain(parameters=("n",), specs=(Whole(low=-(10**6), high=10**6),))
    functions = (replace(pack.functions[0], domain=domain), pack.functions[1])
    return replace(pack, functions=functions)


@pytest.fixture
def record(wide: Pack) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(json.dumps(prepare(wide, computed(RIGHT))))
    return stored


def test_inputs_and_right_answers_are_stored_with_the_version(record: dict[str, Any]) -> None:
    entries = record["generated"]["double"]
    assert len(entries) == WANTED
    assert all(entry["expected"] == 2 * entry["args"][0] for entry in entries)
    assert "shout" not in record["generated"]


def test_generated_inputs_are_asked_in_the_hidden_batch_25_to_a_question(
    wide: Pack, record: dict[str, Any]
) -> None:
    sandbox = computed(RIGHT)
    graded = grade(wide, record, "# any", sandbox=sandbox)
    visible, hidden = sandbox.jobs[0].batches
    assert {len(question.calls) for question in visible.questions} == {1}
    together = [len(q.calls) for q in hidden.questions if len(q.calls) > 1]
    assert together == [INPUTS_TO_A_QUESTION] * (WANTED // INPUTS_TO_A_QUESTION)
    assert graded.verdict is Verdict.PASSED
    assert graded.functions[0].generated is not None
    assert graded.functions[0].generated.passed == WANTED


def test_a_run_asks_none_of_them(wide: Pack, record: dict[str, Any]) -> None:
    sandbox = computed(RIGHT)
    graded = grade(wide, record, "# any", sandbox=sandbox, scope="visible")
    assert len(sandbox.jobs[0].batches) == 1
    assert graded.functions[0].generated is None


def test_a_mistake_that_named_cases_miss_fails_generated_ones(
    wide: Pack, record: dict[str, Any]
) -> None:
    odd = computed({**RIGHT, "double": lambda n: 2 * n + (n == 1)})
    graded = grade(wide, record, "# any", sandbox=odd)
    first = graded.functions[0]
    assert {case.verdict for case in first.cases} == {Verdict.PASSED}
    assert first.verdict is Verdict.WRONG_ANSWER
    assert first.generated is not None
    assert [case.arguments for case in first.generated.failures] == ["(1,)"]


def test_no_right_answer_to_a_generated_input_is_part_of_a_job(
    wide: Pack, record: dict[str, Any]
) -> None:
    sandbox = computed(RIGHT)
    grade(wide, record, "# any", sandbox=sandbox)
    assert "1000000" in repr(sandbox.jobs)
    assert "2000000" not in repr(sandbox.jobs)


def test_records_of_the_first_format_still_grade(wide: Pack, record: dict[str, Any]) -> None:
    old = {key: record[key] for key in ("pack_version", "image", "python", "expected")}
    graded = grade(wide, {**old, "format": 1}, "# any", sandbox=computed(RIGHT))
    assert (graded.verdict, graded.functions[0].generated) == (Verdict.PASSED, None)


def test_generated_inputs_keep_the_rules_of_their_function(wide: Pack) -> None:
    loose = replace(wide.functions[0], rules=Rules(integral_float=True))
    changed = replace(wide, functions=(loose, wide.functions[1]), version="v2")
    stored = prepare(changed, computed(RIGHT))
    floats = computed({**RIGHT, "double": lambda n: 2.0 * n})
    graded = grade(changed, stored, "# any", sandbox=floats).functions[0]
    assert graded.generated is not None
    assert graded.generated.passed == WANTED


# ----------------------------------------------------------------------------- expected exceptions


def refusing(kind: str, *, below: int) -> FakeSandbox:
    """A solution that doubles, and raises for small numbers."""

    def answer(question: Question, call: Arguments) -> Answer:
        if question.function == "double" and call[0] < below:  # type: ignore[operator]  # an int
            return raised(kind)
        return returned(RIGHT[question.function](*call))  # type: ignore[operator]  # as above

    return FakeSandbox(lambda job: answered(job, answer))


def with_raises(pack: Pack, *kinds: str) -> Pack:
    cases = tuple(replace(c, raises=kinds if c.function == "double" else ()) for c in pack.cases)
    functions = (replace(pack.functions[0], raises=kinds), pack.functions[1])
    return replace(pack, cases=cases, functions=functions)


def test_an_exception_of_the_solution_is_the_right_answer_where_it_is_declared(wide: Pack) -> None:
    pack = with_raises(wide, "ValueError")
    stored = json.loads(json.dumps(prepare(pack, refusing("ValueError", below=0))))
    assert prepared.read(pack, stored).expected["double-below"] == Raised(kinds=("ValueError",))
    right = grade(pack, stored, "# any", sandbox=refusing("ValueError", below=0))
    wrong = grade(pack, stored, "# any", sandbox=computed(RIGHT))
    assert right.verdict is Verdict.PASSED
    assert wrong.functions[0].verdict is Verdict.WRONG_ANSWER


def test_an_exception_that_is_not_declared_breaks_the_pack(wide: Pack) -> None:
    with pytest.raises(PackBroken) as refusal:
        prepare(with_raises(wide, "KeyError"), refusing("ValueError", below=0))
    said = [str(problem) for problem in refusal.value.details["problems"]]  # type: ignore[attr-defined]  # a tuple
    one = (
        r"solution\.py:1: error: case double-below \(and \d+ generated ones\): `double` stopped .*"
    )
    assert any(re.fullmatch(one, line) for line in said)


def test_a_case_that_asks_for_an_exception_must_get_one(pack: Pack) -> None:
    first = replace(pack.cases[0], raises=("ValueError",), must_raise=True)
    with pytest.raises(PackBroken, match="it returned a value, but should raise ValueError"):
        prepare(replace(pack, cases=(first, *pack.cases[1:])), computed(RIGHT))


# ---------------------------------------------------------------------------------- generated.json


def with_file(pack: Pack, text: str) -> Pack:
    return replace(pack, files={**pack.files, packs.GENERATED: text})


def test_the_inputs_of_the_file_are_asked_whatever_would_be_generated(
    wide: Pack, record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = generated_file.text(wide, record)
    monkeypatch.setattr(generate, "inputs", lambda asked: ((7,),) if asked.domain else ())
    again = prepare(with_file(wide, text), computed(RIGHT))
    assert again["generated"] == record["generated"]
    assert prepare(wide, computed(RIGHT))["generated"]["double"] == [{"args": [7], "expected": 14}]


def test_the_file_is_json_with_a_line_for_each_input(wide: Pack, record: dict[str, Any]) -> None:
    text = generated_file.text(wide, record)
    assert json.loads(text)["functions"]["double"]["inputs"] == record["generated"]["double"]
    assert text.count("\n") > WANTED


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda text: text.replace('"domain": "', '"domain": "0'),
        lambda text: text[:-9],
        lambda text: "[]",
        lambda text: text.replace('"args": [0]', '"args": [1000001]'),
        lambda text: text.replace('"args": [0]', '"args": [0, 0]'),
        lambda text: text.replace('"args": [0]', '"args": 0'),
    ],
)
def test_a_file_of_another_domain_or_spoilt_is_warned_of_and_not_used(
    wide: Pack, record: dict[str, Any], spoilt: Any
) -> None:
    pack = with_file(wide, spoilt(generated_file.text(wide, record)))
    (problem,) = generated_file.problems(pack)
    assert str(problem).startswith("generated.json:1: warning: the inputs of `double`")
    assert generated_file.inputs_of(pack, pack.functions[0]) == inputs(pack.functions[0])


def test_a_limit_in_a_generated_input_is_the_verdict(wide: Pack, record: dict[str, Any]) -> None:
    def script(job: Job) -> Run:
        def answer(question: Question, call: Arguments) -> Answer:
            if len(question.calls) > 1:
                return ended(Ending.TIME_LIMIT)
            return returned(RIGHT[question.function](*call))  # type: ignore[operator]  # plain ints

        return answered(job, answer)

    graded = grade(wide, record, "# any", sandbox=FakeSandbox(script)).functions[0]
    assert graded.verdict is Verdict.TIME_LIMIT


# ------------------------------------------------------------------------------- slow but honest


def in_time(allowed: int) -> FakeSandbox:
    """A right but slow program: only so many calls of a job are run before its time is over."""

    def script(job: Job) -> Run:
        left = iter(range(allowed if job.limits.total_seconds == GENERATED_SECONDS else 10**6))

        def answer(question: Question, call: Arguments) -> Answer:
            if next(left, None) is None:
                return ended(Ending.NOT_RUN)
            return returned(RIGHT[question.function](*call))  # type: ignore[operator]  # plain data

        return answered(job, answer)

    return FakeSandbox(script)


@pytest.mark.parametrize(("allowed", "jobs"), [(10**6, 1), (40, 1), (3, 2)])
def test_a_slow_program_does_not_fail_for_the_number_of_its_inputs(
    wide: Pack, record: dict[str, Any], allowed: int, jobs: int
) -> None:
    """Generated inputs that had to wait count for nothing; named cases are asked again."""
    sandbox = in_time(allowed)
    graded = grade(wide, record, "# any", sandbox=sandbox)
    assert (graded.verdict, graded.score, len(sandbox.jobs)) == (Verdict.PASSED, 4, jobs)
    assert (graded.functions[0].generated is None) is (allowed < WANTED)
    assert sandbox.jobs[-1].limits.total_seconds == (GENERATED_SECONDS if jobs == 1 else 30)


def test_inputs_that_were_spared_after_ten_crashes_count_as_failed(
    wide: Pack, record: dict[str, Any]
) -> None:
    """Else a program that crashes on every generated input would not be charged for them."""

    def script(job: Job) -> Run:
        crashes: Counter[str] = Counter()

        def answer(question: Question, call: Arguments) -> Answer:
            if len(question.calls) == 1:
                return returned(RIGHT[question.function](*call))  # type: ignore[operator]  # plain
            crashes[question.function] += 1
            spared = crashes[question.function] > CRASHES_IN_A_ROW
            return ended(Ending.NOT_RUN if spared else Ending.CRASHED)

        return answered(job, answer)

    sandbox = FakeSandbox(script)
    graded = grade(wide, record, "# any", sandbox=sandbox).functions[0]
    assert (graded.verdict, len(sandbox.jobs)) == (Verdict.CRASHED, 1)
    assert graded.generated is not None
    assert graded.generated.passed == 0
