"""Bug reports of other graders, replayed with files that run in a real container.

A small pack of one function. Each row names the report; the other half, which needs no container,
is in `tests/unit/test_replayed_reports.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from grader.core.domain import Domain, Whole
from grader.core.feedback import for_viewer
from grader.core.grade_json import to_record
from grader.core.model import (
    Case,
    Disclosure,
    Function,
    Grade,
    Pack,
    PackLimits,
    Role,
    Rules,
    Verdict,
    Visibility,
)
from grader.judge.grading import grade
from grader.judge.oracle import prepare
from grader.judge.search import Graded, find
from sandbox.outside.sandbox import Sandbox

HIDDEN = 736455
Graders = Callable[..., "Result"]


def case(name: str, function: str, *arguments: Any, **more: Any) -> Case:
    more.setdefault("visibility", Visibility.VISIBLE)
    return Case(id=name, function=function, arguments=arguments, **more)


PACK = Pack(
    name="replays",
    title="Replays",
    version="v1",
    functions=(
        Function(
            name="halves",
            parameters=("numbers",),
            points=Fraction(2),
            rules=Rules(tolerance=1e-9),
        ),
        Function(
            name="double",
            parameters=("n",),
            points=Fraction(2),
            domain=Domain(parameters=("n",), specs=(Whole(low=0, high=2000),)),
        ),
    ),
    cases=(
        case("halves-two", "halves", [1, 2]),
        case("halves-none", "halves", []),
        case("halves-hidden", "halves", [4, HIDDEN], visibility=Visibility.HIDDEN),
        case("double-two", "double", 2),
        case("double-none", "double", 0),
        case("double-hidden", "double", HIDDEN, visibility=Visibility.HIDDEN),
    ),
    starter="",
    solution="def halves(numbers):\n    return [n / 2 for n in numbers]\n\n"
    "def double(n):\n    return 2 * n\n",
    lesson="",
    limits=PackLimits(case_seconds=0.5),
)
HALVES = "def halves(numbers):\n    return [n / 2 for n in numbers]\n"
DOUBLE = "def double(n):\n    return 2 * n\n"


@dataclass(frozen=True)
class Result:
    source: str
    grade: Grade
    prepared: Mapping[str, Any]
    sandbox: Sandbox

    def verdict(self, name: str) -> Verdict:
        return next(f.verdict for f in self.grade.functions if f.name == name)

    def shown(self, disclosure: Disclosure = Disclosure.HINT) -> dict[str, Any]:
        return for_viewer(to_record(self.grade), role=Role.LEARNER, disclosure=disclosure)

    def told(self, name: str) -> str:
        function = next(f for f in self.shown()["functions"] if f["name"] == name)
        return "\n".join(filter(None, (function["message"], function["hint"])))


@pytest.fixture(scope="module")
def prepared(sandbox: Sandbox) -> Mapping[str, Any]:
    return prepare(PACK, sandbox)


@pytest.fixture
def graded(sandbox: Sandbox, prepared: Mapping[str, Any]) -> Graders:
    def of(source: str, pack: Pack = PACK) -> Result:
        found = grade(pack, prepared, source, sandbox=sandbox)
        return Result(source, found, prepared, sandbox)

    return of


def row(report: str, source: str, *more: Any) -> Any:
    return pytest.param(source, *more, id=report)


pytestmark = pytest.mark.docker


@pytest.mark.parametrize(
    "source",
    [
        row(
            "codewars/codewars.com#3083: an object that equals everything",
            "class Any:\n    def __eq__(self, other): return True\ndef double(n): return Any()\n",
        ),
        row(
            "inducer/relate#295: a number that is close to everything",
            "class Any(float):\n    def __sub__(self, o): return 0\n"
            "    __rsub__ = __sub__\n    def __lt__(self, o): return True\n"
            "def double(n): return Any(1)\n",
        ),
        row(
            "jupyter/nbgrader#1324: nobody shows an error any more",
            "import sys\nsys.excepthook = lambda *a: None\ndef double(n): raise ValueError\n",
        ),
        row(
            "codewars/codewars-runner-cli#431: another assertion, another len",
            "import builtins, unittest\nbuiltins.len = lambda x: 0\n"
            "unittest.TestCase.assertEqual = lambda *a: None\ndef double(n): return 7\n",
        ),
        row(
            "openedx/codejail#44: a patched module",
            "import random, json, marshal\nrandom.randint = lambda a, b: a\n"
            "json.dumps = lambda *a, **k: '4'\nmarshal.dumps = lambda *a: b''\n"
            "def double(n): return random.randint(1, 9)\n",
        ),
        row(
            "SWE-bench/SWE-bench#620: lines that look like a result",
            "print('PASSED double 4 of 4')\ndef double(n):\n    print('{\"passed\": true}')\n",
        ),
        row("mlcommons/endpoints#433: exit code 0", "import os\ndef double(n): os._exit(0)\n"),
        row("DMOJ/judge-server#10: exit()", "def double(n): exit()\n"),
        row(
            "alexmojaki/futurecoder#267: SystemExit",
            "def double(n): raise SystemExit(0)\n",
        ),
        row(
            "JuiceMind/JuiceMind#525: the visible cases by heart",
            "def double(n): return {2: 4, 0: 0}.get(n)\n",
        ),
        row(
            "ucbds-infra/otter-grader#228: an exception in place of an answer",
            "def double(n):\n    try: return n / 0\n    except ZeroDivisionError: raise\n",
        ),
        row("jupyter/nbgrader#427: memory runs out", "def double(n): return [0] * 10**10\n"),
    ],
)
def test_a_trick_or_an_accident_is_no_pass(graded: Graders, source: str) -> None:
    result = graded(HALVES + source)
    assert result.verdict("double") is not Verdict.PASSED
    assert result.verdict("halves") is Verdict.PASSED


@pytest.mark.parametrize(
    "source",
    [
        row(
            "ucbds-infra/otter-grader#817: names that a harness may use",
            "case = cases = result = i = name = test = sys = None\n"
            "def double(n): return 2 * n\n",
        ),
        row(
            "cs50/check50#374: a debug print",
            "def double(n):\n    print('debug', n)\n    return 2 * n\n",
        ),
        row(
            "France-ioi/taskgrader#24, online-judge-tools/oj#602: bytes that are no text",
            "import os\ndef double(n):\n    os.write(1, b'\\xe0\\xff\\xc2')\n    return 2 * n\n",
        ),
        row(
            "PrairieLearn/PrairieLearn#931, Coursemology/coursemology2#3371: NUL",
            "def double(n):\n    print('a\\0b')\n    return 2 * n\n",
        ),
        row(
            "brython-dev/brython#2845: half a character is printed",
            "def double(n):\n    print('\\ud800')\n    return 2 * n\n",
        ),
        row(
            "CodeGrade/bottlenose#174: other alphabets",
            "# größer, 数\ndef double(n):\n    数 = n\n    return 2 * 数\n",
        ),
        row("dodona-edu/dodona#1755: CRLF", "def double(n):\r\n    return 2 * n\r\n"),
        row(
            "learner's own exception hook, threads and exit handlers",
            "import atexit, threading\natexit.register(print, 'bye')\n"
            "threading.Thread(target=lambda: None).start()\ndef double(n): return 2 * n\n",
        ),
        row(
            "microsoft/terminal#19028: a default list that is only read",
            "def double(n, seen=[]): return 2 * n + len(seen)\n",
        ),
        row(
            "exercism/python#1886: a function that keeps right answers",
            "from functools import lru_cache\n@lru_cache\ndef double(n): return 2 * n\n",
        ),
        row(
            "a warning that names the line of the caller, which is ours",
            "import warnings\ndef double(n):\n    warnings.warn('odd', stacklevel=2)\n"
            "    return 2 * n\n",
        ),
    ],
)  # fmt: skip
def test_what_is_odd_but_right_passes(graded: Graders, source: str) -> None:
    result = graded(HALVES + source)
    assert result.grade.verdict is Verdict.PASSED
    assert "child.py" not in json.dumps(to_record(result.grade))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        row(
            "pybites/challenges#1: a generator for a list",
            "def double(n): yield 2 * n\n",
            "a `generator`",
        ),
        row(
            "IIC2233/Syllabus-2024-1#389: a map object",
            "def double(n): return map(int, [n])\n",
            "`list(…)` makes a list of it",
        ),
        row(
            "jetbrains-academy/introduction_to_python#67: a name misspelt",
            "def duoble(n): return 2 * n\n",
            "You defined `duoble` (line 3); the task asks for `double`.",
        ),
        row(
            "nohtyprm/MrPython#60: one parameter too many",
            "def double(n, m): return n * m\n",
            "takes 2 arguments; the task calls it with 1: `double(n)`.",
        ),
        row(
            "aroberge/friendly#65, pythontutor-dev/pythontutor#85: recursion in a hundred lines",
            "def double(n): return double(n) + 1\n",
            "RecursionError: maximum recursion depth exceeded\n  3 | def double(n)",
        ),
        row(
            "inducer/relate#1026: the stack runs over, and staff are told",
            "import sys\nsys.setrecursionlimit(10**6)\ndef double(n): return double(n) + 1\n",
            "",
        ),
        row(
            "tijmenjoppe/OrientatieAI-student#4: an assert of the learner's own",
            "def double(n):\n    assert n > 5\n",
            "line 4: AssertionError\n  4 |     assert n > 5",
        ),
        row(
            "PrairieLearn/PrairieLearn#5083: memory, in words",
            "def double(n): return 'x' * 10**9\n",
            "used more than 128 MiB of memory",
        ),
        row(
            "weblate/weblate#5041: half a character is returned",
            "def double(n): return '\\ud800'\n",
            "`str with half a surrogate pair`",
        ),
        row(
            "stanford-crfm/helm#1381: more digits than Python writes",
            "def double(n): return 10 ** 5000\n",
            "too large to be compared",
        ),
        row(
            "apache/superset#29314: a repr that never ends",
            "class Odd:\n    def __repr__(self): return repr(self)\ndef double(n): return Odd()\n",
            "not plain data but a `Odd`",
        ),
        row(
            "python-attrs/attrs#95: a list that holds itself",
            "def double(n):\n    a = []\n    a.append(a)\n    return a\n",
            "too large to be compared",
        ),
        row(
            "an exception that cannot be read",
            "class Odd(Exception):\n    def __str__(self): raise self\ndef double(n): raise Odd\n",
            "stopped with an error on line 5: Odd",
        ),
        row(
            "a group of exceptions",
            "def double(n): raise ExceptionGroup('both', [ValueError(1), KeyError(2)])\n",
            "ExceptionGroup: both (2 sub-exceptions)",
        ),
        row(
            "okpy/ok#1216, source-academy/frontend#4291: the line of the learner's file",
            "\n\ndef double(n):\n    m = n\n    return m + undefined_name\n",
            "on line 7: NameError",
        ),
    ],
)
def test_the_cause_is_told_in_the_learners_own_words(
    graded: Graders, source: str, words: str
) -> None:
    told = graded(HALVES + source).told("double")
    assert words in told
    assert len(told) < 700
    assert not any(word in told for word in ("Traceback", "child.py", "staff"))


@pytest.mark.parametrize(
    ("source", "line"),
    [
        row("dodona-edu/dodona#1521: the line is missing", "def double(n)\n    return 2 * n\n", 1),
        row("RunestoneInteractive/RunestoneComponents#222: a line in front", "x = 1\nx = (\n", 2),
        row("uccser/codewof#352: a line that is not there", "def double(n):\n", 1),
        row("Coursemology/coursemology2#1236: nothing told", "def double(n):\n    retrun 2\n", 2),
    ],
)  # fmt: skip
def test_a_syntax_error_has_the_line_of_the_learner(
    graded: Graders, source: str, line: int
) -> None:
    load = graded(source).grade.load
    assert (load.verdict, load.line) == (Verdict.SYNTAX_ERROR, line)
    assert load.message is not None
    assert f"line {line}" in load.message


def test_a_changed_list_is_told_and_spoils_no_later_case(graded: Graders) -> None:
    """codewars/docs#189, exercism/javascript#817: changed arguments were compared, or passed."""
    result = graded(
        DOUBLE
        + "def halves(numbers):\n    for i in range(len(numbers)): numbers[i] /= 2\n"
        + "    return numbers\n"
    )
    assert result.grade.verdict is Verdict.PASSED
    assert "`halves` changed the arguments it was given" in result.told("halves")


def test_one_loop_takes_one_function_and_its_time_once(graded: Graders) -> None:
    """okpy/ok-client#465, MarkUsProject/Markus#5567, Coursemology/coursemology2#3904."""
    result = graded(HALVES + "def double(n):\n    while n < 3: pass\n    return 2 * n\n")
    assert result.verdict("halves") is Verdict.PASSED
    assert result.verdict("double") is Verdict.TIME_LIMIT
    assert "did not finish within 0.5 seconds" in result.told("double")
    ends = [case.verdict for f in result.grade.functions if f.name == "double" for case in f.cases]
    assert ends == [Verdict.TIME_LIMIT, Verdict.NOT_RUN, Verdict.NOT_RUN]
    assert result.grade.seconds < 3


def test_a_case_that_stops_does_not_stop_the_others(graded: Graders) -> None:
    """matthigger/gradescope_auto_py#23: an error in one test ended the run."""
    result = graded(HALVES + "def double(n):\n    return 4 if n == 2 else [][n]\n")
    double = result.grade.functions[1]
    assert [case.verdict for case in double.cases] == [
        Verdict.PASSED,
        Verdict.RAISED,
        Verdict.RAISED,
    ]


def test_lines_that_were_printed_before_a_time_out_are_kept(graded: Graders) -> None:
    """engineer-man/piston#180: what was printed without a flush was lost."""
    result = graded(HALVES + "def double(n):\n    print('here')\n    while True: pass\n")
    assert result.grade.functions[1].cases[0].output == "here\n"


def test_equal_files_have_equal_grades_whatever_they_draw(graded: Graders) -> None:
    """juice-ryang/online-judge#50: a set of texts came in another order in another run."""
    source = HALVES + "def double(n):\n    return [x for x in {'b', 'a', 'c', 'd'}]\n"
    first, second = graded(source).grade, graded(source).grade
    assert first.functions[1].cases[0].returned == second.functions[1].cases[0].returned


def test_what_is_kept_between_calls_is_told_with_both(graded: Graders) -> None:
    """tenstorrent/tt-forge-onnx#2634, eldaroo-org/lb-cycle-testbed#7: a default list that grows."""
    result = graded(
        HALVES + "def double(n, seen=[]):\n    seen.append(n)\n    return sum(seen) * 2\n"
    )
    assert "called several times, it does not stay right" in result.told("double")
    record = to_record(result.grade)
    found = find(
        PACK,
        result.prepared,
        Graded(source=result.source, record=record),
        "double",
        sandbox=result.sandbox,
        clock=lambda: 0.0,  # as long as it takes: the time it may take is another test's claim
    )
    assert found is not None
    assert found.as_json() == {
        "call": "double(1), then double(1)",
        "returned": "2, then 4",
        "expected": "2, then 2",
    }


LEAKS = {
    "sotoblanco/BaseLayer#106: raises what it was asked": "raise ValueError(n)",
    "jupyter/nbgrader#917: prints it": "print(n)\n    return n",
    "ucbds-infra/otter-grader#495: warns of it": "import warnings\n    warnings.warn(str(n))",
    "a type named after it": "return type(str(n), (), {})()",
    "an exception named after it": "raise type(f'E{n}', (Exception,), {})",
    "a parameter named after it": "globals()['double'] = eval(f'lambda a{n}, b: 0')\n    return 0",
    "a file for a later call": "open(f'/tmp/{n}', 'w')",
    "an attribute of a shared module": "import math\n    math.n = getattr(math, 'n', 0) + n\n"
    "    raise KeyError(math.n)",
    "its length, as time": "import time\n    time.sleep(len(str(n)) / 100)\n    return n",
}


@pytest.mark.parametrize("way", LEAKS)
def test_no_hidden_input_comes_out(graded: Graders, way: str) -> None:
    result = graded(f"{HALVES}def double(n):\n    {LEAKS[way]}\n")
    for disclosure in (Disclosure.COUNT, Disclosure.HINT, Disclosure.COUNTEREXAMPLE):
        assert str(HIDDEN) not in json.dumps(result.shown(disclosure))


def test_a_pack_may_ask_for_a_container_of_its_own_with_the_same_grade(graded: Graders) -> None:
    """DOMjudge/domjudge#1488: a killed host is another host; the verdict must not depend on it."""
    source = HALVES + "def double(n): return n + 2\n"
    assert (
        graded(source, replace(PACK, fresh=True)).grade.functions == graded(source).grade.functions
    )
