"""One error of a learner's that several functions meet is told once, at the first of them.

Functions call each other: an error in the one that the others use would otherwise stand in every
card, with the same line quoted and the same thought to check.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.core.facts import Fault
from grader.core.model import CaseGrade, FunctionGrade


def told_once(
    functions: Sequence[FunctionGrade], errors: Sequence[Fault | None]
) -> tuple[FunctionGrade, ...]:
    """Point from every later function with the same error at the first one that has it.

    `errors`: by function, the error that its message tells of, if it does.
    """
    first: dict[Fault, str] = {}
    return tuple(
        _once(function, error, first.setdefault(_itself(error), function.name))
        if error
        else function
        for function, error in zip(functions, errors, strict=True)
    )


def _itself(error: Fault) -> Fault:
    """Each function comes to the same line on another way."""
    return replace(error, caller=None)


def _once(function: FunctionGrade, error: Fault, teller: str) -> FunctionGrade:
    if teller == function.name or error.line is None:
        return function
    said = f"`{function.name}` stopped with the same error as `{teller}`, on line {error.line}."
    cases = tuple(_without_hint(case, function.message or "") for case in function.cases)
    return replace(function, message=said, hint=None, cases=cases)


def _without_hint(case: CaseGrade, message: str) -> CaseGrade:
    """The thought belongs to the error; what else a case has to say stays."""
    is_that_error = case.message is not None and message.startswith(case.message)
    return replace(case, hint=None) if is_that_error else case
