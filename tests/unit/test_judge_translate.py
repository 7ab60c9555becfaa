from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.core.decide import decide
from grader.core.facts import Ending, Observed
from grader.core.model import Case, Pack, Verdict, Visibility
from grader.judge.translate import ALL_OUTPUT_BYTES, LEAST_OUTPUT_BYTES, observe
from sandbox.outside.sandbox import Answer, Defined, Load, Run, Trouble
from sandbox.outside.sandbox import Ending as Given

LOADED = Load(ending=Given.LOADED)
VISIBLE = Case(id="v", function="f", visibility=Visibility.VISIBLE, arguments=())
HIDDEN = Case(id="h", function="f", visibility=Visibility.HIDDEN, arguments=())


def run(*answers: Answer, load: Load = LOADED) -> Run:
    return Run(
        load=load,
        answers=tuple(((answer,),) for answer in answers),
        image="sha256:i",
        python="3.11.2",
        seconds=0.5,
    )


def seen(answer: Answer) -> Observed:
    return observe(run(answer, answer), [[[VISIBLE]], [[HIDDEN]]])


def test_each_case_gets_the_answer_to_its_own_question() -> None:
    first, second = Answer(ending=Given.RETURNED, value=1), Answer(ending=Given.TIME_LIMIT)
    facts = observe(run(first, second), [[[VISIBLE]], [[HIDDEN]]]).cases
    assert (facts["v"].value, facts["h"].ending) == (1, Ending.TIME_LIMIT)


@pytest.mark.parametrize("answers", [(), (Answer(ending=Given.RETURNED),) * 3])
def test_a_run_with_a_gap_or_a_surplus_is_our_fault(answers: tuple[Answer, ...]) -> None:
    with pytest.raises(ValueError, match=r"argument"):
        observe(run(*answers), [[[VISIBLE]], [[HIDDEN]]])


def test_the_output_of_a_hidden_case_is_dropped_whoever_sent_it() -> None:
    facts = seen(Answer(ending=Given.RETURNED, output="secret", printed=True)).cases
    assert (facts["v"].output, facts["h"].output, facts["h"].printed) == ("secret", "", True)


def test_a_run_keeps_little_more_than_a_bounded_output() -> None:
    """Each is stored for good: a loop with a `print` in every case would fill the disk."""
    cases = [
        Case(id=str(n), function="f", visibility=Visibility.VISIBLE, arguments=(n,))
        for n in range(12)
    ]
    loud = Answer(ending=Given.RETURNED, value=1, output="\N{SNOWMAN}" * 16_000, printed=True)
    facts = observe(run(*[loud] * 12), [[[case]] for case in cases]).cases
    sizes = [len(facts[case.id].output.encode()) for case in cases]
    assert sizes[:2] == [48_000, 48_000]
    assert sum(sizes) <= ALL_OUTPUT_BYTES + 12 * LEAST_OUTPUT_BYTES
    assert all(0 < size <= LEAST_OUTPUT_BYTES for size in sizes[3:])
    assert all(facts[case.id].output.endswith("…") for case in cases[2:])


@pytest.mark.parametrize("ending", Given)
def test_every_ending_of_a_case_leads_to_a_verdict(
    pack: Pack, expected: dict[str, Any], ending: Given
) -> None:
    cases = pack.cases[:1]
    facts = observe(run(Answer(ending=ending)), [[cases]])
    verdict = decide(pack, facts, cases=cases, expected=expected).functions[0].cases[0].verdict
    assert verdict not in {Verdict.PASSED, Verdict.OK}


@pytest.mark.parametrize("ending", Given)
def test_every_ending_of_a_load_leads_to_a_verdict(
    pack: Pack, expected: dict[str, Any], ending: Given
) -> None:
    right = Answer(ending=Given.RETURNED, value=4)
    facts = observe(run(right, load=Load(ending=ending)), [[pack.cases[:1]]])
    grade = decide(pack, facts, cases=pack.cases[:1], expected=expected)
    assert (grade.verdict is Verdict.PASSED) is (ending is Given.LOADED)


@given(st.text(st.characters()))
def test_text_of_the_learner_comes_in_clean_and_bounded(text: str) -> None:
    trouble = Trouble(kind=text, text=text * 50, line=1, column=1, quoted=text * 50)
    fault = seen(Answer(ending=Given.RAISED, trouble=trouble)).cases["v"].fault
    assert fault is not None
    for part, limit in ((fault.kind, 200), (fault.text, 1024), (fault.quoted or "", 300)):
        assert len(part.encode()) <= limit
        assert not any("\ud800" <= c <= "\udfff" or c in "\0\x1b\u202e\r" for c in part)
    assert "\n" not in fault.kind + (fault.quoted or "")


@pytest.mark.parametrize(("given", "kept"), [(0, None), (-3, None), (7, 7), (10**9, None)])
def test_a_line_that_no_file_can_have_is_not_one(given: int, kept: int | None) -> None:
    answer = Answer(ending=Given.RAISED, trouble=Trouble(kind="E", line=given))
    fault = seen(answer).cases["v"].fault
    assert fault is not None
    assert fault.line == kept


def test_definitions_are_bounded() -> None:
    defined = tuple(Defined(name="n" * 999, parameters=("p" * 999,) * 999) for _ in range(999))
    load = observe(run(load=Load(ending=Given.LOADED, defined=defined)), []).load
    assert len(load.defined) == 200
    assert len(load.defined[0].name.encode()) <= 200
    assert len(load.defined[0].parameters or ()) == 50
