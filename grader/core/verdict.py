"""Which verdict each ending means, which verdict a function carries, and what a learner is told.

The tables here are the whole of it. Nothing a learner's program says can choose a row: endings
are what the host saw.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from grader.core.compare import Difference, Match
from grader.core.facts import Ending
from grader.core.model import PackLimits, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """The verdict of an ending, its sentence, the one for hidden cases, and thoughts to check.

    `{name}` is the function, `{trouble}` the learner's own error, the rest are limits in words.
    """

    verdict: Verdict
    says: str
    hidden: str = "All visible cases pass; a hidden case does not yet."
    tip: str | None = None
    hidden_tip: str | None = None


CASE: Mapping[Ending, Meaning] = {
    Ending.RETURNED: Meaning(verdict=Verdict.WRONG_ANSWER, says=""),  # unless it matches: of_case
    Ending.RAISED: Meaning(
        verdict=Verdict.RAISED,
        says="`{name}` stopped with an error{place}: {trouble}",
        hidden="All visible cases pass; in a hidden case it stopped with an error.",
    ),
    Ending.MISSING: Meaning(
        verdict=Verdict.MISSING, says="There is no function `{name}` in your file."
    ),
    Ending.WRONG_TYPE: Meaning(
        verdict=Verdict.WRONG_TYPE,
        says="`{name}` returned something that is not plain data{type_name}, "
        "so it cannot be compared.",
        hidden="All visible cases pass; in a hidden case it returned a value of another type.",
        tip="Numbers, texts, `True`, `False`, `None`, lists, tuples and dictionaries can be.",
    ),
    Ending.TOO_LARGE: Meaning(
        verdict=Verdict.TOO_LARGE,
        says="The value that `{name}` returned is too large to be compared.",
        hidden="All visible cases pass; in a hidden case the returned value was too large.",
    ),
    Ending.CRASHED: Meaning(
        verdict=Verdict.CRASHED,
        says="The program ended{place} before `{name}` gave an answer. "
        "Does it call `exit()` or `quit()`?",
        hidden="All visible cases pass; in a hidden case the program ended without an answer.",
        hidden_tip="Does it call `exit()` or `quit()` somewhere?",
    ),
    Ending.PROTOCOL: Meaning(
        verdict=Verdict.PROTOCOL,
        says="While `{name}` ran, something wrote to the channel that carries the answers, "
        "so this case does not count.",
        hidden="All visible cases pass; in a hidden case something wrote to the channel "
        "that carries the answers.",
    ),
    Ending.OUTPUT_LIMIT: Meaning(
        verdict=Verdict.OUTPUT_LIMIT,
        says="`{name}` printed more than {output}, so we stopped it.",
        hidden="All visible cases pass; in a hidden case it printed more than {output}.",
        tip="Is there a `print` in a loop that does not end?",
    ),
    Ending.TIME_LIMIT: Meaning(
        verdict=Verdict.TIME_LIMIT,
        says="`{name}` did not finish within {case_time}, so we stopped it.",
        hidden="All visible cases pass; in a hidden case it did not finish within {case_time}.",
        tip="Find the value that should end the loop. Does it change in every round?",
        hidden_tip="A hidden case may be much larger. How many steps does it take then, and does "
        "every loop end?",
    ),
    Ending.MEMORY_LIMIT: Meaning(
        verdict=Verdict.MEMORY_LIMIT,
        says="`{name}` used more than {memory} of memory, so we stopped it.",
        hidden="All visible cases pass; in a hidden case it used more than {memory} of memory.",
        tip="Does a list or a text grow in a loop that does not end?",
    ),
    Ending.PROCESS_LIMIT: Meaning(
        verdict=Verdict.PROCESS_LIMIT,
        says="`{name}` started too many processes or threads, so we stopped it.",
        hidden="All visible cases pass; in a hidden case it started too many processes.",
    ),
    Ending.NOT_RUN: Meaning(
        verdict=Verdict.NOT_RUN,
        says="Not run: an earlier case of `{name}` hit a limit, or the time for the whole file "
        "was used up.",
        hidden="All visible cases pass; the time for the whole file was used up before all hidden "
        "ones were run.",
        hidden_tip="Does the file compute or wait outside of its functions? That is done anew for "
        "every case.",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadMeaning:
    """The verdict of a load that failed, the verdict its functions carry, and its sentence."""

    verdict: Verdict
    function: Verdict
    says: str


LOAD: Mapping[Ending, LoadMeaning] = {
    Ending.LOADED: LoadMeaning(verdict=Verdict.OK, function=Verdict.PASSED, says=""),
    Ending.SYNTAX_ERROR: LoadMeaning(
        verdict=Verdict.SYNTAX_ERROR,
        function=Verdict.SYNTAX_ERROR,
        says="Python could not read {line}: {trouble}",
    ),
    Ending.RAISED: LoadMeaning(
        verdict=Verdict.LOAD_FAILED,
        function=Verdict.LOAD_FAILED,
        says="Your file stopped with an error while loading{place}: {trouble}",
    ),
    Ending.CRASHED: LoadMeaning(
        verdict=Verdict.LOAD_FAILED,
        function=Verdict.CRASHED,
        says="The program ended{place} while loading your file. Does it call `exit()` or `quit()`?",
    ),
    Ending.PROTOCOL: LoadMeaning(
        verdict=Verdict.LOAD_FAILED,
        function=Verdict.PROTOCOL,
        says="While loading, your file wrote to the channel that carries the answers.",
    ),
    Ending.OUTPUT_LIMIT: LoadMeaning(
        verdict=Verdict.LOAD_FAILED,
        function=Verdict.OUTPUT_LIMIT,
        says="Your file printed more than {output} while loading, so we stopped it.",
    ),
    Ending.TIME_LIMIT: LoadMeaning(
        verdict=Verdict.LOAD_FAILED,
        function=Verdict.TIME_LIMIT,
        says="Your file did not finish within {load_time} while loading, so we stopped it. "
        "Code outside of functions runs then.",
    ),
    Ending.MEMORY_LIMIT: LoadMeaning(
        verdict=Verdict.LOAD_FAILED,
        function=Verdict.MEMORY_LIMIT,
        says="Your file used more than {memory} of memory while loading, so we stopped it.",
    ),
    Ending.PROCESS_LIMIT: LoadMeaning(
        verdict=Verdict.LOAD_FAILED,
        function=Verdict.PROCESS_LIMIT,
        says="Your file started too many processes while loading, so we stopped it.",
    ),
    Ending.SOURCE_TOO_LARGE: LoadMeaning(
        verdict=Verdict.SOURCE_TOO_LARGE, function=Verdict.SOURCE_TOO_LARGE, says="{trouble}"
    ),
    Ending.SOURCE_REJECTED: LoadMeaning(
        verdict=Verdict.SOURCE_REJECTED, function=Verdict.SOURCE_REJECTED, says="{trouble}"
    ),
}

# A function that did not pass carries the first of these that any of its scored cases has.
PRECEDENCE: tuple[Verdict, ...] = (
    Verdict.PROCESS_LIMIT,
    Verdict.MEMORY_LIMIT,
    Verdict.TIME_LIMIT,
    Verdict.OUTPUT_LIMIT,
    Verdict.PROTOCOL,
    Verdict.CRASHED,
    Verdict.TOO_LARGE,
    Verdict.RAISED,
    Verdict.WRONG_TYPE,
    Verdict.WRONG_ANSWER,
    Verdict.MISSING,
    Verdict.NOT_RUN,
)

LIMITS = frozenset(
    {Verdict.PROCESS_LIMIT, Verdict.MEMORY_LIMIT, Verdict.TIME_LIMIT, Verdict.OUTPUT_LIMIT}
)
_MEANING_OF = {meaning.verdict: meaning for meaning in CASE.values()}


def of_case(ending: Ending, match: Match | None) -> Verdict:
    """Return a case's verdict. `match` is the comparison of what was returned, if anything was."""
    if match is None:
        return CASE[ending].verdict
    if match.ok:
        return Verdict.PASSED
    return Verdict.WRONG_TYPE if match.difference is Difference.TYPE else Verdict.WRONG_ANSWER


def of_function(scored: Collection[Verdict]) -> Verdict:
    """Return a function's verdict from those of its scored cases; `not_run` when there are none."""
    if scored and all(verdict is Verdict.PASSED for verdict in scored):
        return Verdict.PASSED
    return next((verdict for verdict in PRECEDENCE if verdict in scored), Verdict.NOT_RUN)


def of_submission(load: Verdict, functions: Collection[Verdict]) -> Verdict:
    """Return the verdict of a whole submission from those of the functions that were asked."""
    if load is not Verdict.OK:
        return load
    passed = bool(functions) and all(verdict is Verdict.PASSED for verdict in functions)
    return Verdict.PASSED if passed else Verdict.FAILED


def about_hidden(verdict: Verdict, limits: PackLimits, error: str | None = None) -> str:
    """Say that only hidden cases keep a function from passing; made of nothing but its verdict,
    and of the name of an exception of Python's own."""
    said = _MEANING_OF[verdict].hidden.format(**in_words(limits))
    stopped = "All visible cases pass; in a hidden case it stopped with an error"
    return f"{stopped}: {error}." if error else said


def tip_of_hidden(verdict: Verdict) -> str | None:
    """Return the thought to check when hidden cases alone have this verdict."""
    return _MEANING_OF[verdict].hidden_tip


def in_words(limits: PackLimits) -> dict[str, str]:
    """Return the limits as a learner reads them, under the names that the sentences use."""
    return {
        "case_time": _seconds(limits.case_seconds),
        "load_time": _seconds(limits.load_seconds),
        "memory": _bytes(limits.memory_bytes),
        "output": _bytes(limits.output_bytes),
    }


def _seconds(seconds: float) -> str:
    return "1 second" if seconds == 1 else f"{seconds:g} seconds"


def _bytes(count: int) -> str:
    for size, unit in ((1024**3, "GiB"), (1024**2, "MiB"), (1024, "KiB")):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} bytes"
