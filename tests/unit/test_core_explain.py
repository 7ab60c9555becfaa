from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grader.core import explain, names, source
from grader.core.compare import compare
from grader.core.facts import CaseFact, Definition, Ending, Fault, Inside, LoadFact
from grader.core.model import Case, Pack, PackLimits, Raised, Visibility
from grader.core.tips import tip_of

LIMITS = PackLimits()
CASE = Case(id="c", function="double", visibility=Visibility.VISIBLE, arguments=(2,))


def said_of(fact: CaseFact, expected: object = 4) -> str:
    match = compare(fact.value, expected) if fact.ending is Ending.RETURNED else None
    note = explain.case(CASE, fact, match=match, expected=expected, limits=LIMITS)
    return note.message or ""


def returned(value: object, **more: object) -> CaseFact:
    return CaseFact(ending=Ending.RETURNED, value=value, **more)


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        (returned(4), ""),
        (returned(5), ""),
        (returned(4.0), "The value is right, its type is not."),
        (returned(None, printed=True), "It printed something, but returned nothing (`None`)."),
        (returned(None), "It returned nothing (`None`)."),
        (returned("four"), "It returned a value of type `str`; expected `int`."),
        (
            returned(5, arguments_after=(3,)),
            "It also changed the arguments it was given; afterwards they were `(3,)`.",
        ),
        (CaseFact(ending=Ending.TIME_LIMIT), "did not finish within 1 second, so we stopped it."),
        (CaseFact(ending=Ending.MEMORY_LIMIT), "used more than 128 MiB of memory"),
        (CaseFact(ending=Ending.OUTPUT_LIMIT), "printed more than 256 KiB"),
        (CaseFact(ending=Ending.PROCESS_LIMIT), "started too many processes"),
        (CaseFact(ending=Ending.CRASHED), "The program ended before `double` gave an answer."),
        (
            CaseFact(ending=Ending.CRASHED, fault=Fault(kind="SystemExit", line=7)),
            "The program ended on line 7 before `double` gave an answer.",
        ),
        (CaseFact(ending=Ending.WRONG_TYPE, type_name="set"), "not plain data but a `set`"),
        (CaseFact(ending=Ending.TOO_LARGE), "too large to be compared"),
        (CaseFact(ending=Ending.NOT_RUN), "an earlier case of `double` hit a limit"),
    ],
)
def test_what_happened_is_said_in_one_sentence(fact: CaseFact, message: str) -> None:
    assert message in said_of(fact)
    assert bool(said_of(fact)) is bool(message)


@pytest.mark.parametrize(
    ("value", "expected", "place"),
    [
        ([1, 2, 9], [1, 2, 3], "At `[2]` it has `9`; expected `3`."),
        ([{"a": [1]}], [{"a": [2]}], "At `[0]['a'][0]` it has `1`; expected `2`."),
        ([1], [1, 2], "It has 1 item; expected 2."),
        ({"a": 1}, {"b": 1}, "It has other keys than expected."),
        ([1, "x"], [1, 2], "At `[1]` it returned a value of type `str`; expected `int`."),
    ],
)
def test_the_place_of_the_first_difference_is_named(
    value: object, expected: object, place: str
) -> None:
    assert said_of(returned(value), expected) == place


def test_an_exception_is_told_with_the_learners_own_line() -> None:
    fault = Fault(
        kind="ZeroDivisionError",
        text="division by zero",
        line=4,
        column=12,
        quoted="    return 1 / 0",
    )
    assert said_of(CaseFact(ending=Ending.RAISED, fault=fault)) == (
        "`double` stopped with an error on line 4: ZeroDivisionError: division by zero\n"
        "  4 |     return 1 / 0\n"
        "                 ^"
    )


def test_a_syntax_error_names_its_line_and_points_at_the_column() -> None:
    fault = Fault(kind="SyntaxError", text="expected ':'", line=3, column=8, quoted="\tdef f()")
    load = LoadFact(ending=Ending.SYNTAX_ERROR, fault=fault)
    assert explain.load(load, LIMITS) == (
        "Python could not read line 3: SyntaxError: expected ':'\n  3 | \tdef f()\n      \t      ^"
        "\nA colon is missing. Every `def`, `for`, `if` and `while` line ends with one."
    )


def test_an_error_without_a_line_is_told_without_one() -> None:
    fault = Fault(kind="MemoryError")
    load = LoadFact(ending=Ending.SYNTAX_ERROR, fault=fault)
    assert explain.load(load, LIMITS) == "Python could not read your file: MemoryError"
    assert "it did not say which" in said_of(CaseFact(ending=Ending.RAISED))


def test_a_missing_library_is_explained() -> None:
    fault = Fault(kind="ModuleNotFoundError", text="No module named 'numpy'", line=3)
    message = explain.load(LoadFact(ending=Ending.RAISED, fault=fault), LIMITS)
    assert message is not None
    assert "while loading on line 3: ModuleNotFoundError: No module named 'numpy'" in message
    assert message.endswith("Only Python's standard library can be imported here.")


def test_a_line_outside_of_functions_that_led_to_an_error_is_named() -> None:
    """A test of the learner's own, below his functions, calls one wrongly."""
    fault = Fault(kind="TypeError", text="no", line=2, quoted="    return n[0]", caller=5)
    said = explain.load(LoadFact(ending=Ending.RAISED, fault=fault), LIMITS)
    assert said is not None
    assert said.splitlines()[2:] == [
        "Line 5 led there; it stands outside of functions, so it runs while the file is loaded."
    ]


def test_a_file_that_loads_needs_no_words() -> None:
    assert explain.load(LoadFact(ending=Ending.LOADED), LIMITS) is None


@pytest.mark.parametrize("name", ["dubble", "Double", "double_", "doubel"])
def test_a_misspelt_name_is_recognised(pack: Pack, name: str) -> None:
    said = names.missing(
        "double", pack, LoadFact(ending=Ending.LOADED, defined=(Definition(name=name, line=7),))
    )
    assert said == (
        "There is no function `double` in your file. "
        f"You defined `{name}` (line 7); the task asks for `double`."
    )


@pytest.mark.parametrize("name", ["shout", "halve", "main"])
def test_another_function_is_not_taken_for_a_misspelling(pack: Pack, name: str) -> None:
    said = names.missing(
        "double", pack, LoadFact(ending=Ending.LOADED, defined=(Definition(name=name, line=7),))
    )
    assert said == "There is no function `double` in your file."


def test_the_wrong_number_of_parameters_is_told(pack: Pack) -> None:
    fact = CaseFact(ending=Ending.RAISED, fault=Fault(kind="TypeError", text="takes 1"))
    defined = (Definition(name="shout", line=2, parameters=("text",)),)
    assert names.parameters(pack.functions[1], fact, defined) == (
        "Your `shout` (line 2) takes 1 argument; the task calls it with 2: `shout(text, times)`."
    )


def test_a_type_error_inside_the_function_is_not_blamed_on_its_parameters(pack: Pack) -> None:
    fact = CaseFact(ending=Ending.RAISED, fault=Fault(kind="TypeError", text="bad", line=3))
    defined = (Definition(name="shout", line=2, parameters=("text",)),)
    assert names.parameters(pack.functions[1], fact, defined) is None


@pytest.mark.parametrize(
    ("arguments", "call"), [((40, 16), "f(40, 16)"), ((40,), "f(40)"), ((), "f()")]
)
def test_a_call_is_written_as_in_python(arguments: tuple[object, ...], call: str) -> None:
    assert explain.call_text("f", arguments) == call


LOAD_TIPS = [
    ("SyntaxError", "invalid syntax", ">>> def f():", "Python's prompt"),
    ("SyntaxError", "invalid syntax", "```python", "Only the code belongs"),
    ("SyntaxError", "'return' outside function", "return x", "further to the right"),
    ("SyntaxError", "invalid syntax", '    raise ValueError, "x"', "Python 2"),
    ("SyntaxError", "expected ':'", "    else if a: pass", "`elif`"),
    ("SyntaxError", "expected ':'", "    else n > 1:", "`elif`"),
    ("SyntaxError", "expected ':'", "    else return n", "A colon is missing"),
    ("SyntaxError", "invalid syntax", "    if a && b:", "`and`"),
    ("SyntaxError", "invalid syntax", "    return a++", "`count += 1`"),
    ("SyntaxError", "invalid syntax", "def f(int a, int b):", "`block: int`"),
    ("SyntaxError", "invalid syntax", "int f(int a) {", "begins with `def"),
    ("SyntaxError", "invalid syntax", "def f(a) return a", "Up to the mark"),
    ("TabError", "inconsistent use of tabs and spaces in indentation", "\tif x:", "blanks alone"),
    ("EOFError", "EOF when reading a line", "n = int(input())", "Nobody types here"),
]


@pytest.mark.parametrize(("kind", "text", "line", "thought"), LOAD_TIPS)
def test_a_file_that_is_not_loaded_is_told_what_to_look_at(
    kind: str, text: str, line: str, thought: str
) -> None:
    fault = Fault(kind=kind, text=text, line=1, column=5, quoted=line)
    said = explain.load(LoadFact(ending=Ending.SYNTAX_ERROR, fault=fault), LIMITS)
    assert said is not None
    assert thought in said.splitlines()[-1]


def test_what_python_suggests_itself_is_left_alone() -> None:
    text = "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
    fault = Fault(kind="SyntaxError", text=text, line=1, column=4, quoted="if x = 0:")
    said = explain.load(LoadFact(ending=Ending.SYNTAX_ERROR, fault=fault), LIMITS)
    assert said is not None
    assert said.splitlines()[-1].endswith("^") or said.splitlines()[-1].endswith("if x = 0:")


@pytest.mark.parametrize(
    ("kind", "text", "thought"),
    [
        ("RecursionError", "maximum recursion depth exceeded", "Which call is to be the last"),
        ("AttributeError", "'dict' object has no attribute 'model'", 'a["key"]'),
        ("AttributeError", "'dict' object has no attribute 'add'", "`set()` an empty set"),
        ("TypeError", "'NoneType' object is not iterable", "a function of yours without `return`"),
        ("TypeError", "unsupported operand type(s) for /: 'str' and 'int'", "is a text"),
        ("TypeError", 'can only concatenate str (not "int") to str', "is a text"),
        ("TypeError", "exceptions must derive from BaseException", "`ValueError("),
        ("TypeError", "unsupported operand type(s) for /: 'function' and 'int'", "with brackets"),
        ("ValueError", "max() arg is an empty sequence", "nothing in it"),
        ("EOFError", "EOF when reading a line", "as arguments"),
        ("AssertionError", "", "your own `assert`"),
    ],
)
def test_an_error_that_beginners_meet_has_a_thought_to_check(
    kind: str, text: str, thought: str
) -> None:
    fact = CaseFact(ending=Ending.RAISED, fault=Fault(kind=kind, text=text, line=2))
    note = explain.case(CASE, fact, match=None, expected=4, limits=LIMITS)
    assert note.hint is not None
    assert thought in note.hint


def test_a_function_that_is_called_like_a_kind_of_thing_is_none() -> None:
    """The text of an error holds the learner's own names, too."""
    text = "my_function() takes 1 positional argument but 2 were given"
    assert tip_of(Fault(kind="TypeError", text=text, line=2)) is None


@pytest.mark.parametrize(
    ("line", "is_told"),
    [("    return math.ceil(n)", True), ("    return n.ceil()", False)],
)
def test_a_module_whose_name_was_given_to_a_value_is_told(line: str, is_told: bool) -> None:
    text = "'int' object has no attribute 'ceil'"
    fault = Fault(kind="AttributeError", text=text, line=2, quoted=line)
    fact = CaseFact(ending=Ending.RAISED, fault=fault)
    note = explain.case(CASE, fact, match=None, expected=4, limits=LIMITS)
    assert (note.hint is not None and "Give your own value another name." in note.hint) is is_told


def test_the_name_of_an_error_as_a_text_is_told_apart_from_raising_it() -> None:
    fact = CaseFact(ending=Ending.RETURNED, value="ValueError: no")
    case = replace(CASE, hint="Which error does the task ask for?", must_raise=True)
    expected = Raised(kinds=("ValueError",))
    note = explain.case(case, fact, match=None, expected=expected, limits=LIMITS)
    assert note.hint == 'An error is raised, not returned: `raise ValueError("…")`.'
    other = replace(fact, value="no")
    assert explain.case(case, other, match=None, expected=expected, limits=LIMITS).hint == case.hint


def test_an_unusual_error_has_none() -> None:
    fault = Fault(kind="BlockError", text="no", line=2)
    fact = CaseFact(ending=Ending.RAISED, fault=fault)
    assert explain.case(CASE, fact, match=None, expected=4, limits=LIMITS).hint is None


@pytest.mark.parametrize(
    ("kind", "line", "hint"),
    [
        ("KeyError", "    raise KeyError('no')", "Which error does the task ask for?"),
        ("ZeroDivisionError", "    return 1 // 0", "Which error does the task ask for?"),
        ("NameError", "    raise ValueErorr('no')", "Is the name written as where it was made"),
        (
            "BlockError",
            "    raise BlockError",
            "class of your own counts when it is derived from `ValueError`.",
        ),
    ],
)
def test_where_an_error_is_asked_for_a_slip_is_told_and_else_the_author_gives_the_hint(
    kind: str, line: str, hint: str
) -> None:
    fact = CaseFact(ending=Ending.RAISED, fault=Fault(kind=kind, text="no", line=2, quoted=line))
    case = replace(CASE, hint="Which error does the task ask for?", must_raise=True)
    expected = Raised(kinds=("ValueError",))
    note = explain.case(case, fact, match=None, expected=expected, limits=LIMITS)
    assert note.hint is not None
    assert hint in note.hint


@pytest.mark.parametrize(
    ("type_name", "thought"),
    [
        ("generator", "`yield`"),
        ("map", "`list(…)`"),
        ("coroutine", "Leave out `async`"),
        ("function", "with brackets"),
        ("ValueError", "raised, not returned"),
        ("Fraction", "`float(…)`"),
        ("Counter", "`dict(…)` makes a plain dictionary"),
        ("deque", "`list(…)`"),
        ("dict with a key of type int", "have to be texts"),
        ("Count", "lists, tuples and dictionaries"),
    ],
)
def test_a_value_that_is_not_plain_has_a_thought_for_its_type(type_name: str, thought: str) -> None:
    fact = CaseFact(ending=Ending.WRONG_TYPE, type_name=type_name)
    note = explain.case(CASE, fact, match=None, expected=4, limits=LIMITS)
    assert note.hint is not None
    assert thought in note.hint


def test_an_exception_that_is_returned_is_told_with_the_one_to_raise() -> None:
    fact = CaseFact(ending=Ending.WRONG_TYPE, type_name="ValueError")
    expected = Raised(kinds=("ValueError",))
    note = explain.case(CASE, fact, match=None, expected=expected, limits=LIMITS)
    assert note.message is not None
    assert note.message.endswith("Expected the exception `ValueError`.")


# -------------------------------------------------------------------------------------- names


def missing_with(pack: Pack, fact: CaseFact | None = None, **load: object) -> str:
    return names.missing("double", pack, LoadFact(ending=Ending.LOADED, **load), fact)


METHODS = """class A:
    def double(self, n):
        return 2 * n

    def shout(self, text, times):
        return text
"""


def test_a_function_inside_something_is_told_with_what_holds_it(pack: Pack) -> None:
    inside = source.inside("def helper(n):\n    return n\n\n    def double(n):\n        ...\n")
    assert missing_with(pack, inside=inside) == (
        "`double` stands inside `def helper` (line 1), where the task does not look. "
        "Move it to the left edge."
    )


def test_functions_inside_the_same_thing_are_told_of_once(pack: Pack) -> None:
    """A class around all functions is one mistake, not one for each of them."""
    load = LoadFact(ending=Ending.LOADED, inside=source.inside(METHODS))
    assert names.missing("double", pack, load) == (
        "`double` and `shout` stand inside `class A` (line 1), where the task does not look. "
        "Move what is inside to the left edge, without `self`."
    )
    assert names.missing("shout", pack, load) == "`shout` stands inside `class A`, too."


def test_a_function_that_is_there_is_not_among_those_inside(pack: Pack) -> None:
    """A class may well have a method of that name beside it."""
    load = LoadFact(
        ending=Ending.LOADED, inside=source.inside(METHODS), defined=(Definition(name="double"),)
    )
    assert names.missing("shout", pack, load).startswith("`shout` stands inside `class A` (line 1)")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "if True:\r\n\tasync def double(n): ...",
            {"double": Inside(line=2, holder="if True", holder_line=1)},
        ),
        (
            "def double(n):\n# note\n    def helper(): ...\n    def helper(): ...",
            {"helper": Inside(line=3, holder="def double", holder_line=1)},
        ),
        (
            "class A(\n    B,\n):\n    def double(self): ...",
            {"double": Inside(line=4, holder="class A", holder_line=1, takes_self=True)},
        ),
        (
            "  def double(n): ...",
            {"double": Inside(line=1)},
        ),
        (
            "if x == '`\u202e':\n  def double(n): ...",
            {"double": Inside(line=2, holder="if x == '  '", holder_line=1)},
        ),
        ("#    def double(n):\ndefault = 1", {}),
    ],
)
def test_what_stands_inside_is_read_from_the_text(text: str, found: dict[str, Inside]) -> None:
    assert source.inside(text) == found


def test_a_function_that_is_gone_by_its_case_is_told_of_all_the_same(pack: Pack) -> None:
    """What was there when the file was loaded may be missing when it is loaded anew."""
    inside = source.inside("if lucky():\n    def double(n): ...\n")
    said = missing_with(pack, inside=inside, defined=(Definition(name="double"),))
    assert said.startswith("`double` stands inside `if lucky()` (line 1)")


def test_a_function_further_to_the_right_for_no_reason_is_told_with_its_line(pack: Pack) -> None:
    said = missing_with(pack, inside={"double": Inside(line=2)})
    assert said == (
        "There is no function `double` in your file. Line 2 has `def double`, but further to the "
        "right. Move it to the left edge."
    )


def test_a_name_that_holds_something_else_is_told_with_what_it_holds(pack: Pack) -> None:
    fault = Fault(kind="TypeError", text="double is not a function: it is of type NoneType")
    said = missing_with(pack, CaseFact(ending=Ending.MISSING, fault=fault))
    assert said == (
        "`double` is no function: it holds a value of type `NoneType`. "
        "Does a decorator return the function that takes its place?"
    )


def test_parameters_in_another_order_are_told(pack: Pack) -> None:
    shout = pack.functions[1]
    turned = Definition(name="shout", line=2, parameters=("times", "text"))
    assert names.other_order(shout, (turned,)) == (
        "Your `shout` (line 2) has its parameters in another order; "
        "the task calls it as `shout(text, times)`."
    )
    assert names.other_order(shout, (replace(turned, parameters=("a", "b")),)) is None
    assert names.other_order(shout, (replace(turned, parameters=shout.parameters),)) is None


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("block_needed", "", "There is a `blocks_needed`. Is that the name you mean?"),
        ("ValueErorr", "", "There is a `ValueError`. Is that the name you mean?"),
        ("math", "return math.ceil(n)", "Write `import math` at the top of the file."),
        ("token", "return token // block", "There is a `tokens`. Is that the name you mean?"),
        ("numbers", "return sum(numbers)", None),
        ("array", "return array(tokens)", None),
        (
            "ceil",
            "return ceil(n)",
            "`ceil` belongs to a module: `import math` at the top, then `math.ceil(…)`.",
        ),
        ("pi", "return pi", None),
        ("zebra", "", None),
    ],
)
def test_a_name_that_nobody_defined_is_guessed(name: str, line: str, said: str | None) -> None:
    """A name of a module is one where something of it is taken; `token` and `numbers` are, too."""
    fault = Fault(kind="NameError", text=f"name '{name}' is not defined", quoted=line)
    assert names.undefined(fault, ("tokens", "blocks_needed")) == said


def test_a_function_that_is_defined_twice_is_told_with_its_lines(pack: Pack) -> None:
    text = (
        "def double(n):\n    return 2 * n\n\ndef double(n):\n    pass\n\nasync def shout(): ...\n"
    )
    load = LoadFact(ending=Ending.LOADED, repeated=source.repeated(text))
    said = names.repeated("double", load)
    assert said == "`double` is defined on lines 1 and 4; only the last one counts."
    assert names.repeated("shout", load) is None


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ([1] * 3, "`double([1, 1, 1])`"),
        ([1] * 99, "In the case `c` it"),
        ("`a`", "In the case `c` it"),
    ],
)
def test_a_call_is_named_in_the_sentence_while_it_can_be_read_there(
    argument: Any, said: str
) -> None:
    case = replace(CASE, arguments=(argument,))
    message = explain.headline(case, returned(5), explain.SILENT, 4)
    assert message == f"{said} returned `5`; expected `4`."
