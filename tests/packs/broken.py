"""Ways in which a pack breaks, each with what its author must be told, and where.

Each begins with the pack that `grader pack new` makes. A place is a file and a line: its number,
or a text that stands in it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from grader.cli.pack_new import make_folder

Change: TypeAlias = Callable[[Path], object]
Told: TypeAlias = tuple[str, int | str, str]  # file, line, part of the message

TOML = "pack.toml"
SOLUTION = "def boxes_needed(items, size):\n    return (items + size - 1) // size\n"
HEAD = "def boxes_needed(items, size):\n"
WHOLE = 'items = { type = "int", min = 0, max = 1000 }'


@dataclass(frozen=True, slots=True)
class Broken:
    change: Change
    told: tuple[Told, ...]


def make(home: Path, broken: Broken) -> Path:
    folder = home / "my-pack"
    make_folder(folder)
    broken.change(folder)
    return folder


def line_of(folder: Path, told: Told) -> int:
    file, place, _message = told
    if isinstance(place, int):
        return place
    lines = (folder / file).read_text(encoding="utf-8-sig").split("\n")
    return next(number for number, line in enumerate(lines, start=1) if place in line)


def each(*changes: Change) -> Change:
    return lambda folder: [change(folder) for change in changes]


def instead(old: str, new: str, file: str = TOML) -> Change:
    def change(folder: Path) -> None:
        text = (folder / file).read_text()
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1))

    return change


def put(file: str, text: str | bytes) -> Change:
    def change(folder: Path) -> None:
        path = folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    return change


def solution(body: str) -> Change:
    return put("solution.py", f"{HEAD}{body}")


def without(file: str) -> Change:
    return lambda folder: (folder / file).unlink()


def folder_for(file: str) -> Change:
    return each(without(file), lambda folder: (folder / file).mkdir())


def link(file: str, target: str) -> Change:
    def change(folder: Path) -> None:
        (folder / file).unlink(missing_ok=True)
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).symlink_to(target)

    return change


def added(text: str) -> Change:
    return lambda folder: (folder / TOML).write_text(f"{(folder / TOML).read_text()}\n{text}\n")


def recoded(encoding: str) -> Change:
    return lambda folder: (folder / TOML).write_text((folder / TOML).read_text(), encoding)


BROKEN: Mapping[str, Broken] = {
    # ------------------------------------------------------------------------ what is no TOML
    "bad TOML": Broken(instead("title =", "title :"), ((TOML, "title :", "Expected '='"),)),
    "bad TOML and no solution": Broken(
        each(instead("title =", "title :"), without("solution.py")),
        ((TOML, "title :", "Expected '='"), ("solution.py", 1, "there is no such file")),
    ),
    "a table in single brackets twice": Broken(
        lambda folder: (folder / TOML).write_text(
            (folder / TOML).read_text().replace("[[cases]]", "[cases]")
        ),
        ((TOML, 25, "double brackets, as in [[cases]]"),),
    ),
    "a text without an end": Broken(
        instead('title = "My pack"', 'title = "My pack'),
        ((TOML, "title =", "close the quotation mark on the line where it begins"),),
    ),
    "True as in Python": Broken(
        instead("points = 2", "points = 2\nunordered = True"),
        ((TOML, "unordered", "true and false are written small"),),
    ),
    "a table in braces on two lines": Broken(
        instead(WHOLE, WHOLE.replace("min =", "\n    min =")),
        ((TOML, "items = {", "what is in braces { } stands on one line"),),
    ),
    "a number of 5000 digits": Broken(
        added(f"a = {'1' * 5000}"), ((TOML, 78, "a whole number has at most 4300 digits"),)
    ),
    "a key twice": Broken(
        instead("points = 2", "points = 2\npoints = 3"), ((TOML, "points = 3", "overwrite"),)
    ),
    "no text": Broken(recoded("utf-16"), ((TOML, 1, "is not UTF-8"),)),
    "Latin 1": Broken(
        each(instead("My pack", "Schöner Pack"), recoded("latin-1")), ((TOML, 3, "is not UTF-8"),)
    ),
    "NUL": Broken(added("# \0"), ((TOML, 78, "holds a character that no text file may"),)),
    "nested without end": Broken(put(TOML, "a = " + "[" * 5000), ((TOML, 1, "nested too deeply"),)),
    "empty": Broken(
        put(TOML, ""),
        (
            (TOML, 1, "`name` is missing"),
            (TOML, 1, "there is no [[functions]]"),
            ("wrong/rounded_down.py", 1, "pack.toml has no [[wrong]] for this file"),
        ),
    ),
    # --------------------------------------------------------------------------- unknown keys
    "unknown key at the top": Broken(
        instead("title =", "titel ="), ((TOML, "titel", "did you mean `title`?"),)
    ),
    "unknown key of limits": Broken(
        instead("[[functions]]", "[limits]\ntimeout = 3\n\n[[functions]]"),
        ((TOML, "timeout", "unknown key `timeout` of [limits]; did you mean `case_seconds`?"),),
    ),
    "unknown key of a function": Broken(
        instead("summary =", "description ="), ((TOML, "description", "did you mean `summary`?"),)
    ),
    "key of the top below a table": Broken(
        added("fresh = true"), ((TOML, "fresh", "`fresh` stands at the top of the file, before"),)
    ),
    "unknown key of a domain": Broken(
        instead(WHOLE, WHOLE.replace("min", "minimum")),
        (
            (
                TOML,
                "minimum",
                "`domain.items` of [[functions]] has no key `minimum`; did you mean `mi",
            ),
        ),
    ),
    "unknown type": Broken(
        instead(WHOLE, WHOLE.replace('"int"', '"integer"')),
        ((TOML, "integer", "unknown type 'integer'; did you mean `int`?"),),
    ),
    "unknown key of a case": Broken(
        instead("args = [10, 4]", "arguments = [10, 4]"),
        (
            (TOML, "arguments = ", "did you mean `args`?"),
            (TOML, 18, "`args` of [[cases]] is missing"),
        ),
    ),
    "expected value in a case": Broken(
        instead("args = [10, 4]", "args = [10, 4]\nexpected = 3"),
        ((TOML, "expected = 3", "expected values come from running solution.py"),),
    ),
    "unknown key of a wrong solution": Broken(
        instead("fails = [", "fail = ["), ((TOML, "fail = ", "did you mean `fails`?"),)
    ),
    "unknown key of a question": Broken(
        instead("answer = 4", "anwser = 4"), ((TOML, "anwser", "did you mean `answer`?"),)
    ),
    "unknown key of an equivalent": Broken(
        added('[[equivalent]]\nfunktion = "f"'), ((TOML, "funktion", "did you mean `function`?"),)
    ),
    "unknown table": Broken(
        instead("[[questions]]", "[[question]]"),
        ((TOML, "[[question]]", "unknown key `question`; did you mean [[questions]]?"),),
    ),
    "table for an array": Broken(
        instead("[[functions]]", "[functions]"),
        ((TOML, "[functions]", "`functions` is written [[functions]]"),),
    ),
    # ---------------------------------------------------------------------------- wrong values
    "wrong types": Broken(
        each(
            instead("points = 2", 'points = "2"'),
            instead("args = [10, 4]", "args = 3"),
            instead("answer = 4", "answer = true"),
        ),
        (
            (TOML, 'points = "2"', "`points` of [[functions]] must be a number above 0"),
            (TOML, "args = 3", "`args` of [[cases]] must be a list"),
            (TOML, "answer = true", "`answer` of [[questions]] must be a number or one of the ch"),
        ),
    ),
    "numbers without end": Broken(
        each(
            instead("points = 2", f"points = {'9' * 400}\ntolerance = {'8' * 400}"),
            instead(WHOLE, WHOLE.replace("1000", "7" * 400)),
            instead("answer = 4", f"answer = {'6' * 400}"),
        ),
        (
            (TOML, "999", "`points` of [[functions]] must be a number above 0 and at most 1000000"),
            (TOML, "888", "`tolerance` of [[functions]] must be a number above 0"),
            (TOML, "777", "must be a number, at most 1.8e308"),
            (TOML, "666", "`answer` of [[questions]] must be a number"),
        ),
    ),
    "a number that no sum of points can hold": Broken(
        each(
            instead("points = 2", "points = 1e308"), instead("[[cases]]", "[[cases]]\nweight = 1e7")
        ),
        (
            (TOML, "1e308", "must be a number above 0 and at most 1000000"),
            (TOML, "1e7", "must be a number above 0 and at most 1000000"),
        ),
    ),
    "a date": Broken(
        instead("args = [10, 4]", "args = [10, 1979-05-27]"), ((TOML, "1979", "must be a list of"),)
    ),
    "a text that is not in a list": Broken(
        instead("args = [10, 4]", 'args = "ten items"'),
        ((TOML, "ten items", "read as Python; a text that is meant as it is stands in a list"),),
    ),
    "a word that is not in a list": Broken(
        instead("args = [10, 4]", 'args = "ten"'),
        ((TOML, 'args = "ten', "no plain value; a text that is meant as it is stands in a list"),),
    ),
    "a program in a text": Broken(
        instead("args = [10, 4]", 'args = "10, open(4)"'),
        ((TOML, "open(4)", "nothing is run here"),),
    ),
    "case outside the domain": Broken(
        instead("args = [0, 5]", "args = [0, 500]"),
        (
            (
                TOML,
                "500]",
                "outside the domain of `boxes_needed`: `size` may not be 500: the greatest",
            ),
        ),
    ),
    "the same id twice": Broken(
        instead('id = "exact"', 'id = "with-rest"'),
        ((TOML, 26, "`id` 'with-rest' is there twice"),),
    ),
    "the same call twice": Broken(
        instead("args = [8, 4]", "args = [10, 4]"),
        ((TOML, 29, "this is the same call as in `with-rest`"),),
    ),
    "an argument too few": Broken(
        instead("args = [8, 4]", "args = [8]"),
        ((TOML, "args = [8]", "`boxes_needed` takes (items, size), but `args` has 1"),),
    ),
    "a function that is not there": Broken(
        instead('fails = ["boxes_needed"]', 'fails = ["box_needed"]'),
        ((TOML, "box_needed", "there is no function `box_needed`"),),
    ),
    "relations that are none": Broken(
        instead("points = 2", 'points = 2\nrelations = ["len(items) > 0", "sizes < items"]'),
        ((TOML, "relations", "write `length items`"),),
    ),
    "a relation with a stranger": Broken(
        instead("points = 2", 'points = 2\nrelations = ["sizes < items"]'),
        ((TOML, "relations", "names `sizes`, which is no parameter; did you mean `size`?"),),
    ),
    "a relation with a field that is not there": Broken(
        each(
            instead(WHOLE, 'items = { type = "record", fields = { number = { type = "int" } } }'),
            instead("points = 2", 'points = 2\nrelations = ["items.numbr >= size"]'),
        ),
        ((TOML, "relations", "names `numbr`, which is no field there; did you mean `number`?"),),
    ),
    "nothing is visible": Broken(
        lambda folder: (folder / TOML).write_text(
            (folder / TOML).read_text().replace('"visible"', '"hidden"')
        ),
        ((TOML, 1, "there is no visible case"),),
    ),
    # ------------------------------------------------------------------------------- questions
    "question without an answer": Broken(
        instead("answer = 4\n", ""),
        ((TOML, "[[questions]]", "`answer` of [[questions]] is missing"),),
    ),
    "choice without choices": Broken(
        instead('kind = "number"', 'kind = "choice"'), ((TOML, 71, "a choice needs `choices`"),)
    ),
    "answer that is no choice": Broken(
        instead('kind = "number"', 'kind = "choice"\nchoices = ["a", "b"]'),
        ((TOML, "answer", "`answer` is not one of the `choices`"),),
    ),
    # ----------------------------------------------------------------------------------- files
    "no solution, no starter, no lesson": Broken(
        each(without("solution.py"), without("starter.py"), without("lesson.md")),
        tuple((n, 1, "there is no such file") for n in ("lesson.md", "solution.py", "starter.py")),
    ),
    "folder for a file": Broken(folder_for("lesson.md"), (("lesson.md", 1, "is a folder, but"),)),
    "folder for pack.toml": Broken(folder_for(TOML), ((TOML, 1, "is a folder, but should be"),)),
    "file for a folder": Broken(
        each(lambda folder: shutil.rmtree(folder / "right"), put("right", "")),
        (("right", 1, "must be a folder"),),
    ),
    "link out of the pack": Broken(
        link("lesson.md", "/etc/hostname"),
        (("lesson.md", 1, "is a link out of the pack's folder"),),
    ),
    "link to nothing": Broken(
        link("lesson.md", "gone.md"), (("lesson.md", 1, "is a link to noth"),)
    ),
    "pipe": Broken(
        each(without("lesson.md"), lambda folder: os.mkfifo(folder / "lesson.md")),
        (("lesson.md", 1, "is no file with text in it"),),
    ),
    "binary lesson": Broken(
        put("lesson.md", bytes(range(256))), (("lesson.md", 2, "is not UTF-8; save it with"),)
    ),
    "huge lesson": Broken(
        put("lesson.md", "x" * 3 * 1024**2), (("lesson.md", 1, "has 3.0 MiB; a whole pack has at"),)
    ),
    "many files": Broken(
        lambda folder: [put(f"right/r{n}.py", SOLUTION)(folder) for n in range(301)],
        ((TOML, 1, "a pack has at most 300 files; this one has 308"),),
    ),
    "name with a space": Broken(
        put("right/my way.py", SOLUTION), (("right/my way.py", 1, "its name may have letters"),)
    ),
    "Python file that is no text": Broken(
        put("wrong/rounded_down.py", b"# \xe9"), (("wrong/rounded_down.py", 1, "is not UTF-8"),)
    ),
    "Python file of 70 kB": Broken(
        put("right/divmod_and_rest.py", "#" * 70_000),
        (("right/divmod_and_rest.py", 1, "a Python file has at most 64 KiB"),),
    ),
    "no such chapter": Broken(
        instead("title =", 'chapter = "boxes"\ntitle ='),
        (
            (
                TOML,
                "chapter",
                "there is no chapters/boxes.md, neither inside the pack nor beside it",
            ),
        ),
    ),
    "chapter that is a link to itself": Broken(
        each(
            instead("title =", 'chapter = "boxes"\ntitle ='), link("chapters/boxes.md", "boxes.md")
        ),
        (("chapters/boxes.md", 1, "is a link to nothing"),),
    ),
    "chapter elsewhere": Broken(
        instead("title =", 'chapter = "../../etc/passwd"\ntitle ='),
        ((TOML, "chapter", "`chapter` must be lower-case letters, digits and single hyphens"),),
    ),
    "explorer without a page": Broken(
        put("explorer/main.js", "1"), (("explorer/index.html", 1, "there is no such file"),)
    ),
    "picture that is none": Broken(
        put("explorer/example.svg", "<svg>\n<title>x</svg>"),
        (("explorer/example.svg", 2, "it cannot be read: mismatched tag"),),
    ),
    "all at once": Broken(
        each(
            instead("title =", "titel ="),
            instead("args = [0, 5]", "args = [0, 500]"),
            instead("answer = 4", "anwser = 4"),
            without("starter.py"),
            put("wrong/new.py", SOLUTION),
            put("lesson.md", b"\xff"),
            put("explorer/a.js", ""),
        ),
        (
            (TOML, "titel", "did you mean `title`?"),
            (TOML, "500]", "outside the domain"),
            (TOML, "anwser", "did you mean `answer`?"),
            ("starter.py", 1, "there is no such file"),
            ("wrong/new.py", 1, "pack.toml has no [[wrong]] for this file"),
            ("lesson.md", 1, "is not UTF-8"),
            ("explorer/index.html", 1, "there is no such file"),
        ),
    ),
    # ------------------------------------------------------------------------------ solution.py
    "solution that loops": Broken(
        solution("    while True: pass\n"), (("solution.py", 1, "did not finish within 1 second"),)
    ),
    "solution that loops while it is loaded": Broken(
        put("solution.py", "while True: pass\n"), (("solution.py", 1, "while loading"),)
    ),
    "solution that ends": Broken(
        solution("    import os; os._exit(0)\n"),
        (("solution.py", 1, "case with-rest (and 4 more of your cases and"),),
    ),
    "solution that raises": Broken(
        solution("    return items / 0\n"), (("solution.py", 2, "ZeroDivisionError"),)
    ),
    "solution that cannot be read": Broken(
        put("solution.py", f"{HEAD}    return (\n"), (("solution.py", 2, "could not read line 2"),)
    ),
    "solution without the function": Broken(
        put("solution.py", "x = 1\n"), (("solution.py", 1, "There is no function `boxes_needed`"),)
    ),
    "solution with a parameter too few": Broken(
        put("solution.py", "def boxes_needed(items):\n    return 1\n"),
        (("solution.py", 1, "takes 1 positional argument but 2 were given"),),
    ),
    "solution that is not steady": Broken(
        solution("    import random\n    return random.random()\n"),
        (
            ("solution.py", 1, "case with-rest: it returned 0."),
            ("solution.py", 1, "more generated inputs of `boxes_needed`"),
        ),
    ),
    "solution that prints too much": Broken(
        solution("    print('x' * 300_000)\n    return items\n"),
        (("solution.py", 1, "printed more than 256 KiB"),),
    ),
    "solution that prints its answer": Broken(
        solution("    print((items + size - 1) // size)\n"),
        (
            ("solution.py", 2, "it prints, which no case compares"),
            (TOML, 6, "every case of `boxes_needed` expects None"),
            ("starter.py", 1, "the untouched starter passes every case"),
        ),
    ),
    "solution over a fifth of the time": Broken(
        each(
            instead("[functions.domain]\n", "[functions.domain]\n#"),
            instead(WHOLE, ""),
            instead('size = { type = "int", min = 1, max = 100 }', ""),
            instead("[functions.domain]", ""),
            put(
                "solution.py",
                f"import time\n{SOLUTION}".replace("return", "time.sleep(1.6); return"),
            ),
            added("[limits]\ncase_seconds = 4.0"),  # so that a slow load changes nothing
        ),
        (("solution.py", 1, "(The solution may use a fifth of each time limit.)"),),
    ),
    "solution that returns a set": Broken(
        solution("    return {items}\n"), (("solution.py", 1, "not plain data but a `set`"),)
    ),
    "solution that imports what is not there": Broken(
        put("solution.py", f"import numpy\n{SOLUTION}"),
        (("solution.py", 1, "No module named 'nu"),),
    ),
    "domain wider than the solution": Broken(
        instead('size = { type = "int", min = 1', 'size = { type = "int", min = 0'),
        (("solution.py", 2, "Leave such inputs out of the domain"),),
    ),
    "exception that does not come": Broken(
        instead("args = [10, 4]", 'args = [10, 4]\nraises = ["ValueError"]'),
        (("solution.py", 1, "case with-rest: it returned a value, but should raise ValueError"),),
    ),
    # --------------------------------------------------------------------- the other solutions
    "wrong solution that passes": Broken(
        put("wrong/rounded_down.py", SOLUTION),
        ((TOML, 59, "`boxes_needed` of wrong/rounded_down.py passes every case, but it should f"),),
    ),
    "wrong solution without a hint": Broken(
        instead('hint = "A box that is only', 'note = "A box that is only'),
        (
            (TOML, 57, "`hint` of [[wrong]] is missing"),
            (TOML, 60, "unknown key `note` of [[wrong]]"),
        ),
    ),
    "wrong solution that is not there": Broken(
        without("wrong/rounded_down.py"), ((TOML, 58, "there is no wrong/rounded_down.py"),)
    ),
    "two wrong solutions that do the same": Broken(
        put("wrong/always_one_more.py", "def boxes_needed(a, b):\n    return a // b\n"),
        ((TOML, 65, "does what wrong/rounded_down.py does in every case"),),
    ),
    "wrong solution that cannot be read": Broken(
        put("wrong/rounded_down.py", "\ndef boxes_needed(items, size)\n"),
        (("wrong/rounded_down.py", 2, "could not read line 2"),),
    ),
    "right solution that fails": Broken(
        put("right/divmod_and_rest.py", SOLUTION.replace(" - 1", "")),
        (
            (
                "right/divmod_and_rest.py",
                1,
                "`boxes_needed` fails: boxes_needed(8, 4) returned 3, expected 2 (case exact)",
            ),
        ),
    ),
    "right solution that cannot be read": Broken(
        put("right/divmod_and_rest.py", "\n\ndef f(:\n"),
        (("right/divmod_and_rest.py", 3, "could not read line 3"),),
    ),
    "starter that passes": Broken(
        put("starter.py", SOLUTION), (("starter.py", 1, "the untouched starter passes every case"),)
    ),
    "starter that cannot be read": Broken(
        put("starter.py", "\ndef f(a b):\n"), (("starter.py", 2, "could not read line 2"),)
    ),
    "change that is not equivalent": Broken(
        added(
            '[[equivalent]]\nfunction = "boxes_needed"\n'
            'before = "return (items + size - 1) // size"\n'
            'after = "return (items + size) // size"\nwhy = "It is not."'
        ),
        ((TOML, "after = ", "is not equivalent: exact catches it"),),
    ),
}
# What many people's editors do, and nobody should hear of.
HARMLESS: Mapping[str, Change] = {
    "a mark before the text": lambda folder: [
        path.write_text(path.read_text(), "utf-8-sig")
        for path in (folder / TOML, folder / "solution.py", folder / "lesson.md")
    ],
    "ends of lines of Windows": lambda folder: [
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        for path in (folder / TOML, folder / "solution.py", folder / "starter.py")
    ],
    "what editors leave behind": each(put("lesson.md~", b"\xff"), put(".lesson.md.swp", b"\xff")),
}
