"""Points, as exact fractions: a function's points times passed weight over total weight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from grader.core.model import Credit, Function

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One scored case: what it weighs and whether it passed."""

    weight: Fraction
    passed: bool


def points(function: Function, shares: Iterable[Share]) -> Fraction:
    """Return what the scored cases earn. No scored case earns nothing."""
    asked = tuple(shares)
    total = sum((share.weight for share in asked), NOTHING)
    passed = sum((share.weight for share in asked if share.passed), NOTHING)
    if not total or (function.credit is Credit.ALL_OR_NOTHING and passed < total):
        return NOTHING
    return function.points * passed / total


def number(score: Fraction) -> int | float:
    """Return a score as a JSON number: whole when it is whole."""
    return score.numerator if score.denominator == 1 else float(score)
