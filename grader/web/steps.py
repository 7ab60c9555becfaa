"""The step bar: which steps a lesson has, and how far somebody is in each. Links, never locks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from grader.packs.lesson import CHECK, CODE, EXPLORE, HAND, IDEA, PREDICT
from grader.web.language import _

NAMES: Mapping[str, Callable[[], str]] = {
    IDEA: lambda: _("Idea"),
    PREDICT: lambda: _("Predict"),
    EXPLORE: lambda: _("Explore"),
    HAND: lambda: _("By hand"),
    CODE: lambda: _("Code"),
    CHECK: lambda: _("Check"),
}
OPEN, BEGUN, DONE = "ring", "half", "tick"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """`count` is `2 of 4`, or None where there is nothing to count."""

    id: str
    name: str
    shape: str
    spoken: str
    count: str | None


def step_bar(present: Collection[str], done: Mapping[str, tuple[int, int]]) -> tuple[Step, ...]:
    """`done` holds, per step that can be counted, how many of how many are done."""
    return tuple(_step(step, done.get(step)) for step in NAMES if step in present)


def _step(step: str, tally: tuple[int, int] | None) -> Step:
    got, total = tally if tally is not None else (0, 0)
    shape = DONE if total and got == total else BEGUN if got else OPEN
    spoken = {DONE: _("done"), BEGUN: _("begun"), OPEN: _("not begun")}[shape]
    counted = _("{got} of {total}").format(got=got, total=total) if total > 1 and got else None
    return Step(id=step, name=NAMES[step](), shape=shape, spoken=spoken, count=counted)
