"""One error of a learner's that several functions meet is told once, at the first of them.

Functions call each other: an error in the one that the others use would otherwise stand in every
card, with the same line quoted and the same thought to check.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from grader.core.model import CaseGrade, FunctionGrade

_STOPPED = re.compile(r"`[^`]*` stopped with an error on line (\d+): ")


def told_once(functions: Sequence[FunctionGrade]) -> tuple[FunctionGrade, ...]:
    """Point from every later function with the same error at the first one that has it."""
    first: dict[str, str] = {}
    return tuple(_once(function, first) for function in functions)


def _once(function: FunctionGrade, first: dict[str, str]) -> FunctionGrade:
    found = _STOPPED.match(function.message or "")
    if function.message is None or found is None:
        return function
    error = function.message.removeprefix(f"`{function.name}`")
    teller = first.setdefault(error, function.name)
    if teller == function.name:
        return function
    said = f"`{function.name}` stopped with the same error as `{teller}`, on line {found[1]}."
    cases = tuple(_without_hint(case, function.message) for case in function.cases)
    return replace(function, message=said, hint=None, cases=cases)


def _without_hint(case: CaseGrade, message: str) -> CaseGrade:
    """The thought belongs to the error; what else a case has to say stays."""
    is_that_error = case.message is not None and message.startswith(case.message)
    return replace(case, hint=None) if is_that_error else case
