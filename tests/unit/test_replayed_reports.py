"""Bug reports of other graders, replayed on what is decided here: comparing, wording, disclosing.

Each test or row names the report. What needs a learner's file to run is in `tests/packs`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from grader.core import names
from grader.core.compare import compare
from grader.core.decide import decide
from grader.core.facts import CaseFact, Definition, Ending, Fault, LoadFact, Observed
from grader.core.feedback import for_viewer
from grader.core.grade_json import to_record
from grader.core.model import (
    EXACT,
    Disclosure,
    Grade,
    Newlines,
    Pack,
    PackLimits,
    Role,
    Rules,
    Verdict,
)
from grader.core.nearmiss import Near, near_miss
from grader.core.values import literal, short
from grader.core.verdict import CASE

SeeRun = Callable[..., Observed]
NAN, INF = math.nan, math.inf
CLOSE, RELATIVE = Rules(tolerance=0.01), Rules(relative_tolerance=0.01)
UNORDERED = Rules(unordered=True)
UNIVERSAL, TRAILING = Rules(newlines=Newlines.UNIVERSAL), Rules(newlines=Newlines.TRAILING)
LIMITS = PackLimits()


def row(report: str, *values: Any) -> Any:
    return pytest.param(*values, id=report)


@pytest.mark.parametrize(
    ("returned", "expected", "rules"),
    [
        row("DMOJ/judge-server#279: nan passes the float checker", NAN, 0.3, CLOSE),
        row("RagnarGrootKoerkamp/BAPCtools#99: nan passes", [1.0, NAN], [1.0, 2.0], RELATIVE),
        row("inducer/relate#651: typing nan is full marks", NAN, 5.0, RELATIVE),
        row("metalibm/metalibm#29: nan is neither below nor above", NAN, 1e300, CLOSE),
        row("Kattis/problemtools#193: infinity is near everything", INF, 1e308, RELATIVE),
        row("MartinXPN/LambdaJudge#16: infinities of other signs", -INF, INF, RELATIVE),
        row(
            "pytest-dev/pytest#9353: a tolerance makes True False", True, False, Rules(tolerance=2)
        ),
        row("pytest-dev/pytest#13344: True is nearly 1", [True], [1], CLOSE),
        row("numpy/numpy#9290: True minus True", {"on": False}, {"on": 0}, CLOSE),
        row("pytest-dev/pytest#3695: an absolute tolerance read as relative", 99.0, 100.0, CLOSE),
        row(
            "numenta/htmresearch#551: counts are compared, items are not", [3, 4], [1, 2], UNORDERED
        ),
        row("dimagi/commcare-hq#22431: repeats are lost", [1, 1, 2], [1, 2, 2], UNORDERED),
        row("agrawal-d/cph#642: a newline in front is ignored", "\na", "a", TRAILING),
        row("QingdaoU/OnlineJudge#365: blanks at the end", "1 2 3 ", "1 2 3", TRAILING),
        row(
            "hit-moodle/moodle-local_onlinejudge#79: a beginning is enough", "2 * 5", "2", TRAILING
        ),
        row("agrawal-d/cph#34: a newline is a blank", "1\n2", "1 2", UNIVERSAL),
        row("ArcReel/ArcReel#1578: two ways to write one accent", "e\u0301", "\u00e9", EXACT),
        row("inducer/relate#295: a number in quotes", "0.3", 0.3, CLOSE),
    ],
)
def test_a_wrong_answer_is_wrong(returned: Any, expected: Any, rules: Rules) -> None:
    assert not compare(returned, expected, rules).ok


@pytest.mark.parametrize(
    ("returned", "expected", "rules"),
    [
        row("thomhurst/TUnit#3410: nan is asked for and given", NAN, NAN, CLOSE),
        row("iree-org/iree#20677: nan in a vector", [1.0, NAN], [1.0, NAN], RELATIVE),
        row("udacity/sdc-issue-reports#1439: minus zero", [-0.0], [0.0], EXACT),
        row("CloudSlang/cloud-slang#801: zero times a negative", -0.0, 0.0, CLOSE),
        row("inducer/relate#285: 0.9999999998 for 1", 0.9999999998, 1.0, CLOSE),
        row("pytest-dev/pytest#3695: a relative tolerance read as absolute", 99.5, 100.0, RELATIVE),
        row("exercism/python#3546: a dict has no order", {"b": 1, "a": 2}, {"a": 2, "b": 1}, EXACT),
        row("robotframework/robotframework#3469: what cannot be sorted",
            [{"b": 1}, [2], None, "x"], ["x", None, [2], {"b": 1}], UNORDERED),
        row("dchinmay2/cphelper.nvim#22: a newline at the end", "a\n", "a", TRAILING),
        row("varqox/sim-project#37: the expected text has CRLF", "a\nb", "a\r\nb", UNIVERSAL),
        row("online-judge-tools/oj#876: the answer has CRLF", "a\r\nb\r\n", "a\nb\n", UNIVERSAL),
        row("stanford-crfm/helm#1381: a number of 9131 digits", 10**9131, 10**9131, EXACT),
    ],
)  # fmt: skip
def test_a_right_answer_is_right(returned: Any, expected: Any, rules: Rules) -> None:
    assert compare(returned, expected, rules).ok


@pytest.mark.parametrize(
    ("returned", "expected", "kind"),
    [
        row("pytest-dev/pytest#13218: 1 for True", 1, True, Near.TRUTH_VALUE),
        row("rstudio/gradethis#294: the square of a root", 2.0000000000000004, 2.0, Near.CLOSE),
        row("online-judge-tools/oj#698: a blank before the newline", "1 \n2", "1\n2", Near.SPACE),
        row("dchinmay2/cphelper.nvim#25: a blank at the end", "1 2 ", "1 2", Near.SPACE),
        row("ArcReel/ArcReel#1578: two ways to write one accent", "e\u0301", "\u00e9", Near.LOOKS),
        row(
            "codewars/docs#269: the last digit", 1482.2222222222224, 1482.2222222222222, Near.CLOSE
        ),
        row("RunestoneInteractive/fopp#345: another kind of list", (1, 2), [1, 2], Near.SEQUENCE),
    ],
)
def test_the_one_thing_that_is_wrong_is_named(returned: Any, expected: Any, kind: Near) -> None:
    miss = near_miss(returned, expected, printed=False)
    assert miss is not None
    assert miss.kind is kind


def test_a_beginning_of_the_answer_is_not_nearly_right() -> None:
    """hit-moodle/moodle-local_onlinejudge#79 called it a mistake of form."""
    assert near_miss("100 = 2 * 2 * 5 * 5 * 1", "100 = 2 * 2 * 5 * 5", printed=False) is None


@pytest.mark.parametrize(
    "value",
    [
        row("stanford-crfm/helm#1381: Python refuses to write it", 10**9131),
        row("VNOI-Admin/judge-server#30: and its negative in a list", [-(10**9131)]),
        row("PrairieLearn/PrairieLearn#931: NUL", "a\0b"),
        row("UKGovernmentBEIS/inspect_ai#3802: half a character", "\ud800"),
    ],
)
def test_a_value_that_is_hard_to_write_is_written_in_a_line(value: Any) -> None:
    text = short(value)
    assert len(text.encode(errors="strict")) <= 120
    assert text.isprintable()


def test_a_value_nested_too_deep_for_repr_is_written() -> None:
    """python/cpython#4570: the repr of a deep value crashed."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert literal(deep, limit=20) == "[" * 17 + "…"


# ------------------------------------------------------------------------------ what is told


def raised(kind: str, text: str = "", **more: Any) -> CaseFact:
    return CaseFact(ending=Ending.RAISED, fault=Fault(kind=kind, text=text, **more))


@pytest.fixture
def graded(pack: Pack, see: SeeRun, expected: dict[str, Any]) -> Callable[..., Grade]:
    def grade(load: LoadFact | None = None, **facts: Any) -> Grade:
        return decide(pack, see(load, **facts), cases=pack.cases, expected=expected)

    return grade


def told(grade: Grade, disclosure: Disclosure = Disclosure.HINT) -> Any:
    return for_viewer(to_record(grade), role=Role.LEARNER, disclosure=disclosure)["functions"]


def test_a_right_case_does_not_make_up_for_one_that_stops(graded: Any) -> None:
    """FOSSEE/online_test#138: a passed case followed by an exception was a pass."""
    double = graded(double_none=raised("IndexError")).functions[0]
    assert double.verdict is Verdict.RAISED
    assert double.score < double.max_score


def test_an_exception_without_a_text_is_told_with_its_line(graded: Any) -> None:
    """tijmenjoppe/OrientatieAI-student#4, tkutcher/jgrade#19: nothing was said at all."""
    fault = raised("AssertionError", line=3, quoted="    assert n > 0")
    message = graded(double_two=fault).functions[0].message
    assert message == (
        "`double` stopped with an error on line 3: AssertionError\n  3 |     assert n > 0"
    )


def test_an_exception_in_hidden_cases_alone_is_told_by_its_kind(graded: Any) -> None:
    """BuggleInc/PLM#18: a learner could not begin to look for it."""
    grade = graded(double_large=raised("IndexError", "list index out of range"))
    assert told(grade)[0]["message"] == (
        "All visible cases pass; in a hidden case it stopped with an error: IndexError."
    )
    assert "IndexError" not in json.dumps(told(grade, Disclosure.COUNT))


def test_a_time_limit_in_hidden_cases_alone_is_told_as_one(graded: Any) -> None:
    """ls1intum/Ares#91, exercism/exercism#6006: hiding exceptions hid the time-out with them."""
    grade = graded(double_large=CaseFact(ending=Ending.TIME_LIMIT))
    assert "did not finish within 1 second" in told(grade)[0]["message"]


@pytest.mark.parametrize("disclosure", Disclosure)
def test_nobody_is_told_that_all_passed_when_only_the_visible_did(
    graded: Any, disclosure: Disclosure
) -> None:
    """ucbds-infra/otter-grader#138, #383: learners felt lied to."""
    function = told(graded(double_large=7), disclosure)[0]
    assert function["verdict"] != "passed"
    assert function["message"].startswith("All visible cases pass; ")


@pytest.mark.parametrize("disclosure", Disclosure)
def test_a_right_answer_is_not_given_away_by_a_wrong_one(
    graded: Any, disclosure: Disclosure
) -> None:
    """datacamp/pythonwhat#337, sotoblanco/BaseLayer#106, jupyter/nbgrader#917 and #1363."""
    text = json.dumps(told(graded(double_large=7, shout_secret="z"), disclosure))
    assert "1836546" not in text
    assert "ZEBRA" not in text


def test_what_a_hidden_case_weighs_is_not_told(graded: Any) -> None:
    """Submitty/Submitty#2947: points of hidden tests were visible before their release."""
    for function in told(graded(double_large=7)):
        assert not any("weight" in key or "points" in key for key in function)
        for case in function["cases"]:
            assert not any("weight" in key or "points" in key for key in case)


def test_a_limit_is_told_and_counts_in_full(graded: Any) -> None:
    """MarkUsProject/Markus#5824, #6429: a group that timed out was hidden, or 0 of 0."""
    shout = told(graded(shout_twice=CaseFact(ending=Ending.TIME_LIMIT)))[1]
    assert (shout["verdict"], shout["max_score"]) == ("time_limit", 1)


def test_one_message_for_a_wrong_number_of_parameters(graded: Any) -> None:
    """nohtyprm/MrPython#60: the error was not shown, or shown once per case."""
    refused = raised("TypeError", "shout() takes 1 positional argument but 2 were given", line=4)
    load = LoadFact(
        ending=Ending.LOADED, defined=(Definition(name="shout", line=4, parameters=("text",)),)
    )
    shout = graded(load, shout_twice=refused, shout_secret=refused).functions[1]
    assert shout.message == (
        "Your `shout` (line 4) takes 1 argument; the task calls it with 2: `shout(text, times)`."
    )


def test_a_misspelt_function_is_recognised(pack: Pack) -> None:
    """jetbrains-academy/introduction_to_python#67: a bare error."""
    said = names.missing(
        "shout", pack, LoadFact(ending=Ending.LOADED, defined=(Definition(name="shuot", line=4),))
    )
    assert "You defined `shuot` (line 4); the task asks for `shout`." in said


@pytest.mark.parametrize("ending", [Ending.SYNTAX_ERROR, Ending.RAISED])
def test_a_file_that_does_not_load_is_told_once_with_its_line(graded: Any, ending: Ending) -> None:
    """dodona-edu/dodona#1521, Coursemology/coursemology2#1236: no line, or nothing at all."""
    fault = Fault(kind="SyntaxError", text="invalid syntax", line=7, column=3, quoted="a b")
    grade = graded(LoadFact(ending=ending, fault=fault))
    assert grade.load.message is not None
    assert "line 7" in grade.load.message
    assert grade.load.line == 7
    assert not any(case.message for one in grade.functions for case in one.cases)


def test_equal_facts_are_told_in_equal_words(graded: Any) -> None:
    """Toloka/tolokaforge#59: reasons held the text of a set, in another order each time."""
    facts = {"double_two": {"b": 1, "a": 2}, "shout_secret": CaseFact(ending=Ending.WRONG_TYPE)}
    assert told(graded(**facts)) == told(graded(**facts))


def test_an_answer_that_is_no_record_is_never_a_pass(graded: Any) -> None:
    """jupyter/nbgrader#427, France-ioi/taskgrader#80: the process died, and all tests passed."""
    for ending in set(CASE) - {Ending.RETURNED}:
        double = graded(double_two=CaseFact(ending=ending, value=4)).functions[0]
        assert double.verdict is not Verdict.PASSED


def test_the_rest_is_judged_when_one_case_ran_out_of_time(graded: Any) -> None:
    """Coursemology/coursemology2#3904, MarkUsProject/Markus#5567: one time-out, no points."""
    shout, double = CaseFact(ending=Ending.TIME_LIMIT), 5
    first, second = graded(double_two=double, shout_twice=shout).functions
    assert (first.verdict, second.verdict) == (Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT)
    assert 0 < first.score < first.max_score
