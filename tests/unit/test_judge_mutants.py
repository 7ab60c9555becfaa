from __future__ import annotations

import ast
from pathlib import Path

import pytest

from grader.judge.mutants import MOST, mutants

REFERENCE = Path(__file__).parents[2] / "reference"
SOLUTIONS = sorted(REFERENCE.glob("*/solution.py"))


def afters(source: str) -> list[str]:
    return [mutant.after for mutant in mutants(source)]


@pytest.mark.parametrize(
    ("body", "turn"),
    [
        ("return a + b", "return a - b"),
        ("return a + b", "return a"),
        ("return a + b", "return None"),
        ("return a // b", "return a // b + 1"),
        ("return a // b", "return a / b"),
        ("return a < b", "return a <= b"),
        ("return a == b", "return a != b"),
        ("return a and b", "return a or b"),
        ("return a and b", "return b"),
        ("return a and b and c", "return a and c"),
        ("return not a", "return a"),
        ("return -a", "return a"),
        ("return f(a, b)", "return f(b, a)"),
        ("return max(a)", "return min(a)"),
        ("return math.ceil(a)", "return math.floor(a)"),
        ("return int(a)", "return a"),
        ("return a.lower()", "return a"),
        ("return sorted(a, reverse=True)", "return sorted(a)"),
        ("return a if b else c", "return c"),
        ("return a[1:]", "return a[:]"),
        ("return a[1:]", "return a[2:]"),
        ("return [x for x in a if x]", "return [x for x in a]"),
        ("return (a, b)", "return (b,)"),
        ("return {'a': a, 'b': b}", "return {'b': b}"),
        ("return True", "return False"),
        ("return 'yes'", "return 'yesx'"),
        ("return 1.5", "return 2.5"),
        ("x = range(a)", "x = range(a - 1)"),
        ("x += a", "x -= a"),
        ("x += a", "pass"),
        ("if a:\n  return b", "if True:"),
        ("if a:\n  return b", "if False:"),
        ("if a:\n  raise ValueError", "pass"),
        ("for x in a:\n  break", "for x in ():"),
        ("for x in a:\n  break", "continue"),
        ("while a:\n  b()", "while False:"),
        ("return a > b", "return a < b"),
        ("return a - b", "return a % b"),
        ("return a ** 2", "return a ^ 2"),
        ("return a == b", "return a is b"),
        ("return a <= 'z'", "return a <= 'y'"),
        ("return a >= 'a'", "return a >= 'b'"),
        ("return a == ','", "return a == '-'"),
        ("return min(a, b)", "return a"),
        ("a.append(b)", "a.insert(0, b)"),
        ("a[b] = c", "pass"),
        ("return None", "return False"),
    ],
)
def test_a_slip_is_made(body: str, turn: str) -> None:
    inside = "".join(f"    {line}\n" for line in body.splitlines())
    assert turn in afters(f"def g(a, b, c):\n{inside}")


@pytest.mark.parametrize(
    "source",
    [
        '"""Says 1 + 1."""\n',
        'def f():\n    """Says 1 + 1."""\n    pass\n',
        "import math\nfrom os import path\n",
        "def f(n: int = a) -> list[int]:\n    pass\n",
        'if __name__ == "__main__":\n    print(1 + 1)\n',
    ],
)
def test_what_changes_no_answer_is_left_alone(source: str) -> None:
    assert afters(source) == []


@pytest.mark.parametrize(
    ("body", "turn"),
    [
        ("return a == 0", "return a is 0"),  # Python keeps one 0, so nothing could notice
        ("a.append(b)", "a.extend(b)"),  # the same for a text of one character
        ("return max(a, b)", "return max(b, a)"),
        ("return a - 1", "return a % 1"),
        ("a = b", "pass"),
        ("print(a)", "pass"),
    ],
)
def test_a_turn_that_proves_nothing_is_not_made(body: str, turn: str) -> None:
    assert turn not in afters(f"def g(a, b, c):\n    {body}\n")


def test_the_words_of_an_error_are_left_alone() -> None:
    assert afters("def f():\n    raise ValueError('at least 1')\n") == ["pass"]


def test_a_mutant_says_where_it_is() -> None:
    source = "import math\n\n\ndef f(n):\n    # why\n    return (\n        n + 1)\n"
    mutant = next(m for m in mutants(source) if m.after == "return n - 1")
    assert (mutant.function, mutant.before) == ("f", "return n + 1")
    assert source.splitlines()[mutant.line - 1].strip() in {"return (", "n + 1)"}


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.parent.name)
def test_every_mutant_of_a_reference_solution_is_another_program(path: Path) -> None:
    made = mutants(path.read_text())
    texts = {ast.unparse(ast.parse(mutant.source)) for mutant in made}
    assert len(texts) == len(made) > 30
    assert ast.unparse(ast.parse(path.read_text())) not in texts


def test_the_same_solution_has_the_same_mutants_in_the_same_order() -> None:
    source = SOLUTIONS[0].read_text()
    assert mutants(source) == mutants(source)


def test_a_huge_solution_has_no_more_than_the_most() -> None:
    lines = "".join(f"    n = n + {number}\n" for number in range(100))
    assert MOST - 100 < len(mutants(f"def f(n):\n{lines}    return n\n")) <= MOST


@pytest.mark.parametrize(
    "source", ["def f(:\n", "x = " + "(" * 500 + ")" * 500, "x = " + "-" * 9999]
)
def test_text_that_cannot_be_read_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        mutants(source)


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.parent.name)
def test_a_mutant_differs_from_the_solution_in_one_line_only(path: Path) -> None:
    source = ast.unparse(ast.parse(path.read_text()))
    kept = set(source.splitlines())
    for mutant in mutants(source):
        assert len([line for line in mutant.source.splitlines() if line not in kept]) <= 1
