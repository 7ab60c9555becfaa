"""What a person may see of a grade: the only way out of a grade's record.

Every key that leaves is named here, so a new field of the record stays inside until somebody
decides otherwise. What a learner is told of hidden cases is a table of disclosure levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from types import MappingProxyType
from typing import Any

from grader.core import verdict as verdicts
from grader.core.model import Disclosure, Role, Verdict, Visibility
from grader.core.score import number

_GRADE_KEYS = ("pack", "pack_version", "verdict", "image", "python")
_LOAD_KEYS = ("verdict", "message", "line")
_DIAGNOSIS_KEYS = ("id", "hint")
_COUNTEREXAMPLE_KEYS = ("call", "returned", "expected")
_CASE_KEYS = (
    "id",
    "visibility",
    "verdict",
    "scored",
    "arguments",
    "returned",
    "expected",
    "message",
    "hint",
    "output",
    "differs_at",
)
_OWN_WORDS = ("returned", "message", "output", "differs_at")
HIDDEN_FAILS = "All visible cases pass; a hidden case does not yet."
_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Level:
    """What a viewer is told of hidden cases, beside how many of them pass."""

    loaded: bool = True  # a file that did not load has nothing hidden to tell
    each: bool = False  # that each one passed or failed, and how a function failed in them
    diagnosis: bool = False
    counterexample: bool = False
    values: bool = False  # all of them that are not secret
    secrets: bool = False
    own_words: bool = True  # what the learner's program made of them: it may have met a secret


_HINT = _Level(each=True, diagnosis=True)
_LEARNERS: Mapping[tuple[Disclosure, bool], _Level] = {
    (Disclosure.COUNT, False): _Level(),
    (Disclosure.COUNT, True): _Level(),
    (Disclosure.HINT, False): _HINT,
    (Disclosure.HINT, True): _HINT,
    (Disclosure.COUNTEREXAMPLE, False): _Level(each=True, diagnosis=True, counterexample=True),
    (Disclosure.COUNTEREXAMPLE, True): _Level(each=True, diagnosis=True, counterexample=True),
    (Disclosure.ALL_AFTER_DEADLINE, False): _HINT,
    (Disclosure.ALL_AFTER_DEADLINE, True): _Level(
        each=True, diagnosis=True, counterexample=True, values=True
    ),
}
_STAFF = _Level(each=True, diagnosis=True, counterexample=True, values=True, secrets=True)


def for_viewer(
    record: Mapping[str, Any],
    *,
    role: Role,
    disclosure: Disclosure = Disclosure.COUNT,
    is_over: bool = False,
    counterexamples: Mapping[str, Mapping[str, Any]] = _NONE,
) -> dict[str, Any]:
    """Return the grade as this role may see it, in the shape that the API, CLI and pages share.

    Whoever does not say what the assignment discloses shows the least. `is_over`: its deadline has
    passed. `counterexamples` are by function.
    """
    level = _STAFF if role is Role.STAFF else _LEARNERS[disclosure, is_over]
    level = replace(
        level,
        loaded=record["load"]["verdict"] == Verdict.OK,
        own_words=level.secrets or not _has_secrets(record),
    )
    opaque = (f"h{position}" for position in count(1))
    return {
        **_only(record, _GRADE_KEYS),
        **_scores(record),
        "load": _only(record["load"], _LOAD_KEYS),
        "functions": [
            _function(function, level, opaque, counterexamples.get(function["name"]))
            for function in record["functions"]
        ],
    }


def _function(
    record: Mapping[str, Any],
    level: _Level,
    opaque: Iterator[str],
    counterexample: Mapping[str, Any] | None,
) -> dict[str, Any]:
    generated, diagnosis = record.get("generated"), record.get("diagnosis")
    cases = [case for case in record["cases"] if level.each or not _is_hidden(case)]
    return {
        "name": record["name"],
        **_told(record, level),
        **_scores(record),
        "hidden": _hidden_count(record["cases"], generated),
        "generated": _generated(record, level) if generated and level.each else None,
        "diagnosis": _only(diagnosis, _DIAGNOSIS_KEYS) if diagnosis and level.diagnosis else None,
        "counterexample": _only(counterexample, _COUNTEREXAMPLE_KEYS)
        if counterexample and level.counterexample
        else None,
        "signature": record.get("signature") if level.secrets else None,
        "cases": [_case(case, level, opaque) for case in cases],
    }


def _told(record: Mapping[str, Any], level: _Level) -> dict[str, Any]:
    """Return verdict, message and hint. Where only counts are told, hidden cases have no say."""
    own = _only(record, ("verdict", "message", "hint"))
    if level.each or not level.loaded or record["verdict"] == Verdict.PASSED:
        return own
    seen = [Verdict(c["verdict"]) for c in record["cases"] if c["scored"] and not _is_hidden(c)]
    if all(reached is Verdict.PASSED for reached in seen):
        return {"verdict": str(Verdict.FAILED), "message": HIDDEN_FAILS, "hint": None}
    return {**own, "verdict": str(verdicts.of_function(seen))}


def _is_hidden(case: Mapping[str, Any]) -> bool:
    return bool(case["visibility"] != Visibility.VISIBLE)


def _hidden_count(
    cases: Sequence[Mapping[str, Any]], generated: Mapping[str, Any] | None
) -> dict[str, int] | None:
    """Count scored hidden cases, generated ones among them; None when none were asked."""
    reached = [case["verdict"] for case in cases if _is_hidden(case) and case["scored"]]
    passed = reached.count(Verdict.PASSED) + (generated["passed"] if generated else 0)
    total = len(reached) + (generated["total"] if generated else 0)
    return {"passed": passed, "total": total} if total else None


def _generated(record: Mapping[str, Any], level: _Level) -> dict[str, Any]:
    """What was generated may be an input that an author keeps secret."""
    generated = record["generated"]
    secret = {case["arguments"] for case in record["cases"] if case.get("secret")}
    withheld = frozenset() if level.secrets else secret
    failures = generated["failures"] if level.values else []
    return {
        **_only(generated, ("passed", "total")),
        "failures": [
            _without_own_words(case, level)
            for case in failures
            if case["arguments"] not in withheld
        ],
    }


def _case(record: Mapping[str, Any], level: _Level, opaque: Iterator[str]) -> dict[str, Any]:
    if not _is_hidden(record):
        return _only(record, _CASE_KEYS)
    if level.values and (level.secrets or not record.get("secret")):
        return _without_own_words(record, level)
    passed = record["verdict"] == Verdict.PASSED
    return {
        **dict.fromkeys(_CASE_KEYS),
        "id": next(opaque),
        "visibility": str(Visibility.HIDDEN),
        "verdict": str(Verdict.PASSED if passed else Verdict.FAILED),
    }


def _without_own_words(record: Mapping[str, Any], level: _Level) -> dict[str, Any]:
    """Hidden cases share a process: what it returns for one may hold the input of another."""
    withheld = () if level.own_words else _OWN_WORDS
    return {**_only(record, _CASE_KEYS), **dict.fromkeys(withheld)}


def _has_secrets(record: Mapping[str, Any]) -> bool:
    return any(case.get("secret") for one in record["functions"] for case in one["cases"])


def _only(record: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """A record that is older than one of the keys has nothing to say of it."""
    return {key: record.get(key) for key in keys}


def _scores(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: number(Fraction(record[key])) for key in ("score", "max_score")}
