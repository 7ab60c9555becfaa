"""Points, as exact fractions: a function's points times passed weight over total weight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

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
    unit = lcm(*(share.weight.denominator for share in asked))
    total = sum(_units(share, unit) for share in asked)
    passed = sum(_units(share, unit) for share in asked if share.passed)
    if not total or (function.credit is Credit.ALL_OR_NOTHING and passed < total):
        return NOTHING
    return function.points * Fraction(passed, total)


def _units(share: Share, unit: int) -> int:
    """Return a weight in parts of one `unit`th: whole numbers are quicker to add than fractions."""
    return share.weight.numerator * (unit // share.weight.denominator)


def number(score: Fraction) -> int | float:
    """Return a score as a JSON number: whole when it is whole."""
    return score.numerator if score.denominator == 1 else float(score)
