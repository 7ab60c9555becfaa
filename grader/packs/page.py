"""What of a pack its page cannot show: asked wherever an author is told of the pack's problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.packs.explorer import explorer_problems
from grader.packs.lesson import lesson_problems
from grader.packs.problem import Problem


def page_problems(files: Mapping[str, str]) -> Iterator[Problem]:
    yield from explorer_problems(files)
    yield from lesson_problems(files)
