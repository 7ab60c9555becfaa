"""Does a function answer an input rightly when it is asked alone, and wrongly after others?

Asked only where all named cases pass, each in its own fresh module, and generated inputs, which
share one, do not: then something may be kept from one call to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from grader.core.facts import Observed
from grader.core.judging import passes
from grader.core.model import Case, Expected, FunctionGrade, Grade, Verdict

# What ran into a limit would only do so again.
_TELLING = frozenset({Verdict.WRONG_ANSWER, Verdict.WRONG_TYPE, Verdict.RAISED})


def remembering(
    graded: Grade,
    ask: Callable[[Sequence[Case]], Observed],
    *,
    generated: Sequence[Case],
    expected: Mapping[str, Expected],
) -> frozenset[str]:
    """Return the functions that do. `ask` runs cases, each in a fresh module of its own."""
    doubtful = {case for function in graded.functions for case in _doubtful(function)}
    if not doubtful:
        return frozenset()
    cases = [case for case in generated if case.id in doubtful]
    alone = ask(cases)
    right = (case for case in cases if passes(case, alone.cases[case.id], expected[case.id]))
    return frozenset(case.function for case in right)


def _doubtful(function: FunctionGrade) -> Iterator[str]:
    """Yield the smallest generated inputs that failed beside named cases that all passed."""
    named_pass = all(c.verdict is Verdict.PASSED for c in function.cases if c.scored)
    if function.generated is not None and named_pass:
        for failure in function.generated.failures:
            if failure.verdict in _TELLING:
                yield failure.id
