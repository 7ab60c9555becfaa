"""What a lesson's page would not show as its author meant it is told, with its line."""

from __future__ import annotations

import pytest

from grader.packs.lesson import lesson_problems
from grader.web.lesson import read_lesson

SOUND = """\
# Check digits, by hand

Lesson 1 of 1

## The idea

Some words, `<b>` and a < b.

| digit | weight |
|-------|--------|
| 7     | 3      |

### Check it

    # predict what this does
    total = 7 * 3

## Part 1: by hand

Count [here](#hand) or [there](https://example.org/).

```
## Stuck?
```

## In code

**`digit(text)`** returns it.

## Stuck?

**First.** A hint.

Another.

## Check
"""


def told(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in lesson_problems({"lesson.md": text})]


def test_nothing_is_said_of_a_sound_lesson() -> None:
    assert told(SOUND) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("## Part 1: by hand", "### Part 1: by hand", 18, "this begins no step `hand`"),
        ("## Stuck?\n\n**F", "# Stuck?\n\n**F", 30, "this begins no step `stuck`"),
        ("## Stuck?\n\n**F", "##Stuck?\n\n**F", 30, "for that write `## Stuck?` at the left"),
        ("## Stuck?\n\n**F", "\t## Stuck?\n\n**F", 30, "for that write `## Stuck?` at the left"),
        ("## Check\n", "## Predict\n\n## By hand\n", 38, "the step `hand` has begun above"),
        ("## In code", "## Now write it", 1, "no heading begins the step `code`"),
        ("**First.** A hint.\n\nAnother.\n\n", "", 30, "there is no hint here"),
        ("**First.**", "### First\n\n", 32, "a heading is a hint of its own here"),
        ("Another.\n\n## Check\n", "## Another\n", 34, "a heading is a hint of its own here"),
        ("Some words", "Some\n<b>words</b>", 8, "`<b>` stands on the page as it is"),
        ("Some words", "<!-- to do -->\n\nSome", 7, "`<!--` stands on the page as it is"),
        ("| 7 ", "| <br> ", 11, "`<br>` stands on the page as it is"),
        ("Some words", "![A picture](log.png)", 7, "a picture is not shown here"),
        ("(#hand)", "(more.md)", 20, "this link leads nowhere: more.md is no address"),
        ("|-------|--------|", "|-------|", 9, "this is no table"),
        ("```\n\n## In", "\n## In", 22, "has no end; close it with ```"),
    ],
)
def test_what_the_page_cannot_show_is_told_with_its_line(
    old: str, new: str, line: int, message: str
) -> None:
    assert SOUND.count(old) == 1
    found = told(SOUND.replace(old, new))
    assert any(place == line and message in said for place, said in found), found


def test_every_problem_is_told_in_the_order_of_the_lines() -> None:
    text = SOUND.replace("Some words", "<b>Some</b>").replace("(#hand)", "(a.md)")
    assert [line for line, _ in told(text.replace("Another.", "![x](y.png)"))] == [7, 20, 34]


def test_a_chapter_is_looked_at_but_has_no_steps() -> None:
    chapter = "# Chapter\n\n### By hand\n\n<div>\n"
    found = list(lesson_problems({"lesson.md": SOUND, "chapters/digits.md": chapter}))
    assert [(problem.file, problem.line) for problem in found] == [("chapters/digits.md", 5)]


def test_a_step_that_is_begun_twice_loses_nothing() -> None:
    again = read_lesson(SOUND.replace("## Check\n", "## Stuck again?\n\nA third hint.\n"))
    assert len(again.hints) == 3
