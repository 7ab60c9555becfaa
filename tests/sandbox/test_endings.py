"""Real children in a real container: how each program's call ends, and that nobody else suffers."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.outside.sandbox import Batch, Ending, Job, Limits, Load, Question, Sandbox

from .conftest import BRISK, PATIENT, Ask, RunFile

pytestmark = pytest.mark.docker

E = Ending
MEMORY = {E.MEMORY_LIMIT}
PROGRAMS = {
    "loops": {E.TIME_LIMIT},
    "sleeps": {E.TIME_LIMIT},
    "ignores_signals": {E.TIME_LIMIT},
    "holds_the_lock": {E.TIME_LIMIT},
    "stops_itself": {E.TIME_LIMIT},
    "speaks_without_end": {E.TIME_LIMIT},
    "exits": {E.CRASHED},
    "says_goodbye": {E.CRASHED},
    "raises_a_base_exception": {E.CRASHED},
    "kills_everyone": {E.CRASHED},
    "crashes": {E.CRASHED},
    "closes_everything": {E.CRASHED},
    "forks_without_end": {E.PROCESS_LIMIT},
    "grows": MEMORY,
    "eats_together": MEMORY,
    "maps_without_end": MEMORY | {E.TIME_LIMIT},
    "floods": {E.OUTPUT_LIMIT},
    "floods_in_one_line": {E.OUTPUT_LIMIT},
    "prints_too_much_and_returns": {E.OUTPUT_LIMIT},
    "leaves_a_daemon": {E.RETURNED},
    "leaves_zombies": {E.RETURNED},
    "never_lets_go": {E.RETURNED},
    "steals_the_id": {E.RETURNED},
    "answers_twice": {E.RETURNED, E.PROTOCOL},
    "writes_late": {E.PROTOCOL},
    "opens_without_end": {E.RAISED},
    "writes_files": {E.RAISED},
    "starts_programs": {E.RETURNED},
    "reads_input": {E.RAISED},
    "replaces_built_ins": {E.WRONG_TYPE},
    "sets_a_late_alarm": {E.RETURNED},
}


def test_every_program_has_its_ending() -> None:
    folder = Path(__file__).parents[1] / "programs" / "sandbox"
    assert {path.stem for path in folder.glob("*.py")} == set(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_call_ends_as_it_should_and_the_others_return(name: str, run_file: RunFile) -> None:
    limits = BRISK if PROGRAMS[name] & {E.TIME_LIMIT, E.PROCESS_LIMIT} else PATIENT
    run = run_file(name, "f", "g", "g", limits=limits)
    first, *others = (answers[0] for answers in run.answers[0])
    assert first.ending in PROGRAMS[name]
    spoilt = {"answers_twice": 1, "sets_a_late_alarm": 1, "steals_the_id": 1}.get(name, 0)
    assert sum(other.ending is not E.RETURNED or other.value != 7 for other in others) <= spoilt
    after = run_file("def f(x):\n    return x + 1\n", ("f", (1,)))
    assert after.answers[0][0][0].value == 2


def test_a_stolen_id_buys_no_more_than_a_return(run_file: RunFile) -> None:
    run = run_file("steals_the_id", "f", "g", "g")
    values = [question[0].value for question in run.answers[0]]
    assert values == [42, None, 7]  # it was gone when the second question was open


def test_no_program_can_be_started(ask: Ask) -> None:
    assert ask("starts_programs").value == 4


def test_a_limit_spares_the_remaining_calls_of_that_function(run_file: RunFile) -> None:
    run = run_file("loops", "f", "g", "f", "g", limits=BRISK)
    endings = [question[0].ending for question in run.answers[0]]
    assert endings == [E.TIME_LIMIT, E.RETURNED, E.NOT_RUN, E.RETURNED]


def test_the_whole_job_has_a_limit(run_file: RunFile) -> None:
    source = "import time\ndef f():\n    time.sleep(0.3)\n"
    limits = Limits(case_seconds=5.0, total_seconds=2.0)
    run = run_file(source, *["f"] * 100, limits=limits)
    endings = [question[0].ending for question in run.answers[0]]
    done = endings.count(E.RETURNED)
    assert 0 < done < 100
    assert endings[done:] == [E.NOT_RUN] * (100 - done)  # the one that was cut off is not slow
    assert run.seconds < 100 * 0.3


def test_a_batch_has_a_limit_of_processor_time(ask: Ask) -> None:
    limits = Limits(case_seconds=25.0, cpu_seconds=1)
    assert ask("loops", limits=limits).ending is E.TIME_LIMIT


# ---------------------------------------------------------------------------------------- loading

LOADS = {
    "while True:\n    pass\n": E.TIME_LIMIT,
    "import os\nos._exit(0)\n": E.CRASHED,
    "raise SystemExit\n\n": E.CRASHED,
    "x = 1\nraise ValueError('no')\n": E.RAISED,
    "import numpy\n\n": E.RAISED,
    "def f(:\n    pass\n": E.SYNTAX_ERROR,
    "x = '\0'\n\n": E.SYNTAX_ERROR,
    "x = " + "(" * 5000 + ")" * 5000 + "\n": E.SYNTAX_ERROR,
    "x = 1" + "+1" * 30_000 + "\n": E.SYNTAX_ERROR,
    "x = [bytearray(b'x') * 2**26 for _ in range(9)]\n\n": E.MEMORY_LIMIT,
    "while True:\n    print('flood ' * 99)\n": E.OUTPUT_LIMIT,
    "def f():\n    return 7\nif __name__ == '__main__':\n    exit()\n": E.LOADED,
    "def f():\n    return 7\nexit()\n": E.CRASHED,
    "\r\n\r\ndef f():\r\n\treturn 7\r\n": E.LOADED,
}


@pytest.mark.parametrize("source", LOADS, ids=lambda s: repr(s[:24]))
def test_a_load_ends_as_it_should(source: str, run_file: RunFile) -> None:
    run = run_file(source, "f", limits=BRISK if LOADS[source] is E.TIME_LIMIT else PATIENT)
    assert run.load.ending is LOADS[source]
    wanted = E.RETURNED if run.load.ending is E.LOADED else E.NOT_RUN
    assert run.answers[0][0][0].ending is wanted


def test_a_small_file_that_takes_a_gigabyte_to_compile_hurts_nobody(run_file: RunFile) -> None:
    """The compiler writes the body of a `finally` twice, so its work doubles with every level."""
    levels = [f"{' ' * n}try: x = 1\n{' ' * n}finally:\n" for n in range(19)]
    run = run_file("".join(levels) + " " * 19 + "x = 1\n", "f", limits=BRISK)
    assert run.load.ending in {E.SYNTAX_ERROR, E.TIME_LIMIT, E.MEMORY_LIMIT}


def load_of(run_file: RunFile, source: str) -> Load:
    load: Load = run_file(source).load
    return load


def test_a_syntax_error_is_told_by_line_column_and_text(run_file: RunFile) -> None:
    trouble = load_of(run_file, "x = 1\ndef f(:\n    pass\n").trouble
    assert trouble is not None
    assert (trouble.kind, trouble.line, trouble.column) == ("SyntaxError", 2, 7)
    assert trouble.quoted == "def f(:"


def test_an_error_while_loading_is_told_in_the_learners_line(run_file: RunFile) -> None:
    trouble = load_of(run_file, "a = 1\nb = a +  undefined\n").trouble
    assert trouble is not None
    assert (trouble.kind, trouble.line, trouble.column) == ("NameError", 2, 10)


def test_an_error_that_the_file_calls_up_itself_names_the_line_that_did(run_file: RunFile) -> None:
    source = "def f(n):\n    return n[0]\n\nprint(\n  f(7))\n"
    trouble = load_of(run_file, source).trouble
    assert trouble is not None
    assert (trouble.line, trouble.caller) == (2, 5)
    direct = load_of(run_file, "a = undefined\n").trouble
    assert direct is not None
    assert (direct.line, direct.caller) == (1, None)


def test_what_the_file_defines_is_told(run_file: RunFile) -> None:
    source = (
        "from math import *\nfrom functools import lru_cache, partial\nfrom typing import Any\n"
        "X = 1\n\ndef f(a, b=1, *c, d, **e): pass\ng = lambda x: x\n"
        "class C:\n    pass\n\n@lru_cache\ndef h(n): return n\n\np = partial(f, 1)\n"
    )
    found = {d.name: (d.line, d.parameters) for d in load_of(run_file, source).defined}
    assert found == {
        "f": (6, ("a", "b", "d")),
        "g": (7, ("x",)),
        "C": (None, None),
        "h": (11, ("n",)),
        "p": (None, None),
    }


# ----------------------------------------------------------------------------------------- errors


def test_an_error_is_told_by_the_innermost_line_of_the_learners(ask: Ask) -> None:
    source = "import json\ndef help(x):\n    return json.loads(x)\ndef f():\n    return help('{')\n"
    trouble = ask(source).trouble
    assert trouble is not None
    assert (trouble.kind, trouble.line) == ("JSONDecodeError", 3)
    assert trouble.quoted == "    return json.loads(x)"


def test_an_exception_class_of_the_learners_is_told_with_what_it_is_derived_from(ask: Ask) -> None:
    source = "class A(KeyError): pass\nclass B(A): pass\ndef f():\n    raise B\n"
    trouble = ask(source).trouble
    assert trouble is not None
    assert (trouble.kind, trouble.base) == ("B", "KeyError")


def test_columns_count_characters_not_bytes(ask: Ask) -> None:
    trouble = ask("def f():\n    ü = 'äöü'; return ü + 1\n").trouble
    assert trouble is not None
    assert (trouble.line, trouble.column) == (2, 23)


def test_a_call_that_does_not_fit_points_at_the_definition(ask: Ask) -> None:
    answer = ask("\n\ndef f(a, *, b):\n    return a\n", "f", 1, 2)
    assert answer.ending is E.RAISED
    assert answer.trouble is not None
    assert answer.trouble.line == 3
    assert "takes 1 positional argument but 2 were given" in answer.trouble.text


def test_a_type_error_of_the_learners_own_keeps_its_line(ask: Ask) -> None:
    trouble = ask("def f(a):\n    return a + 1\n", "f", "x").trouble
    assert trouble is not None
    assert (trouble.kind, trouble.line) == ("TypeError", 2)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("def g():\n    pass\n", "the file defines no f"),
        ("f = 3\n\n", "f is not a function: it is of type int"),
    ],
)
def test_a_function_that_is_not_there_is_missing(source: str, text: str, ask: Ask) -> None:
    answer = ask(source)
    assert answer.ending is E.MISSING
    assert answer.trouble is not None
    assert answer.trouble.text == text


def test_a_gigantic_text_of_an_error_is_cut(ask: Ask) -> None:
    trouble = ask("def f():\n    raise ValueError('x' * 10**7)\n").trouble
    assert trouble is not None
    assert len(trouble.text) == 2000


# ----------------------------------------------------------------------------------------- values

VALUES = {
    "1 << 3_000_000": E.TOO_LARGE,
    "list(range(10**6))": E.TOO_LARGE,
    "'s' * 2**26": E.TOO_LARGE,
    "float('nan')": E.RETURNED,
    "-0.0": E.RETURNED,
    "2**4095": E.RETURNED,
    "'\\ud800'": E.WRONG_TYPE,
    "(x for x in [])": E.WRONG_TYPE,
    "{1: 2}": E.WRONG_TYPE,
    "b'x'": E.WRONG_TYPE,
    "print": E.WRONG_TYPE,
    "None": E.RETURNED,
    "__import__('decimal').Decimal(1)": E.WRONG_TYPE,
    "type('Int', (int,), {'__eq__': lambda *_: True})(3)": E.WRONG_TYPE,
}


@pytest.mark.parametrize("expression", VALUES)
def test_a_value_is_taken_or_refused(expression: str, ask: Ask) -> None:
    assert ask(f"def f():\n    return {expression}\n").ending is VALUES[expression]


def test_a_value_arrives_exactly(ask: Ask) -> None:
    source = "def f(*a):\n    return [*a, -0.0, (1, True, 1.0, None), {'k': 'ü\\0'}, 2**64]\n"
    value = ask(source, "f", 2**100, "x").value
    assert repr(value) == repr([2**100, "x", -0.0, (1, True, 1.0, None), {"k": "ü\0"}, 2**64])


def test_arguments_are_fresh_for_every_call(run_file: RunFile) -> None:
    source = "def f(a):\n    a.append(len(a))\n    return a\n"
    run = run_file(source, ("f", ([5],)), ("f", ([5],)))
    assert [q[0].value for q in run.answers[0]] == [[5, 1], [5, 1]]
    assert [q[0].arguments_after for q in run.answers[0]] == [([5, 1],), ([5, 1],)]


def test_arguments_that_stay_as_they_were_are_not_told(ask: Ask) -> None:
    assert ask("def f(a):\n    return sorted(a)\n", "f", [2, 1]).arguments_after is None


def test_every_question_gets_a_fresh_module(run_file: RunFile) -> None:
    source = "seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen)\n"
    run = run_file(source, ("f", (1,)), ("f", (2,)))
    assert [q[0].value for q in run.answers[0]] == [1, 1]


# ----------------------------------------------------------------------------------------- output


def test_output_is_told_with_the_call_that_printed_it(run_file: RunFile) -> None:
    source = (
        "import sys\nprint('loading')\n"
        "def f(x):\n    print('f', x)\n    sys.stderr.write('err\\n')\n    return x\n"
        "def g():\n    return 1\n"
    )
    run = run_file(source, ("f", (1,)), "g", ("f", (2,)))
    assert [q[0].output for q in run.answers[0]] == ["f 1\nerr\n", "", "f 2\nerr\n"]
    assert [q[0].printed for q in run.answers[0]] == [True, False, True]


def test_no_answer_overtakes_what_was_printed_before_it(run_file: RunFile) -> None:
    """An answer that arrived while older output was passed on went out before its own text."""
    asked = [("f", (n,)) for n in range(200)]
    for _ in range(20):
        run = run_file("def f(n):\n    print(n)\n", *asked, shown=True)
        assert [q[0].output for q in run.answers[0]] == [f"{n}\n" for n in range(200)]


def test_a_warning_of_the_compiler_is_nobodys_output(ask: Ask) -> None:
    assert ask("x = 1 is 1\ndef f():\n    print('mine')\n").output == "mine\n"


WAYS_TO_PRINT = (
    "print(n)",
    "print(n, end='')",
    "sys.stdout.write(str(n))",
    "sys.stderr.write(str(n))",
    "sys.stdout.buffer.write(str(n).encode())",
    "sys.stdout.reconfigure(line_buffering=False), print(n)",
)


@pytest.mark.parametrize("way", WAYS_TO_PRINT)
def test_calls_that_share_a_question_are_told_each_what_it_printed(
    sandbox: Sandbox, way: str
) -> None:
    """However it was printed: with and without an end of line, as text and as bytes."""
    source = f"import sys\ndef f(n):\n    if n % 3 == 1:\n        {way}\n    return n\n"
    question = Question(function="f", calls=tuple((n,) for n in range(10)))
    batch = Batch(questions=(question, question), shown=True)
    run = sandbox.run(Job(source=source, batches=(batch,), limits=PATIENT))
    for answers in run.answers[0]:
        assert [answer.value for answer in answers] == list(range(10))
        told = ["" if n % 3 != 1 else str(n) for n in range(10)]
        assert [answer.output.strip() for answer in answers] == told
        assert [answer.printed for answer in answers] == list(map(bool, told))


def test_output_of_what_is_not_shown_is_only_noticed(run_file: RunFile) -> None:
    run = run_file("def f(x):\n    print(x)\n    return x\n", ("f", (9182,)), shown=False)
    answer = run.answers[0][0][0]
    assert (answer.output, answer.printed, answer.value) == ("", True, 9182)


def test_output_is_kept_up_to_its_limit(ask: Ask) -> None:
    answer = ask("def f():\n    print('x' * 100_000)\n")
    assert answer.ending is E.RETURNED
    assert answer.output.startswith("x" * 65536 + "\n[")


def test_what_a_looping_call_printed_is_told(ask: Ask) -> None:
    answer = ask("def f():\n    print('here')\n    while True: pass\n", limits=BRISK)
    assert (answer.ending, answer.output) == (E.TIME_LIMIT, "here\n")


def test_wide_questions_pass_through_narrow_pipes(run_file: RunFile) -> None:
    numbers = list(range(9000))
    run = run_file("def f(a):\n    return sum(a)\n", *[("f", (numbers,))] * 20, limits=Limits())
    assert {q[0].value for q in run.answers[0]} == {sum(numbers)}


def test_a_loop_with_a_full_pipe_behind_it_is_ended(run_file: RunFile) -> None:
    source = "def f(a):\n    while True: pass\ndef g(a):\n    return 7\n"
    wide = (list(range(9000)),)
    run = run_file(source, ("f", wide), *[("g", wide)] * 8, limits=BRISK)
    assert [q[0].ending for q in run.answers[0]] == [E.TIME_LIMIT, *[E.RETURNED] * 8]


def test_a_large_table_is_let_go_of_before_the_next_question(run_file: RunFile) -> None:
    source = "TABLE = list(range(1_500_000))\ndef f():\n    return len(TABLE)\n"
    run = run_file(source, *["f"] * 6, limits=Limits())
    assert {q[0].value for q in run.answers[0]} == {1_500_000}
