"""What a function did in all its cases, as one short name that misconceptions have too.

Two functions with the same signature answered every case alike, whatever their code looks like.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Mapping
from hashlib import sha256

from grader.core.facts import CaseFact, Ending
from grader.core.model import Diagnosis, Value
from grader.core.names import is_of_a_call

_NO_REFERENCES = 2  # marshal's last format in which equal values are equal bytes
_LENGTH = 32  # hexadecimal digits: 128 bits

# Of one function: signature to the misconception that has it.
Mistakes = Mapping[str, Diagnosis]


def signature(facts: Iterable[tuple[str, CaseFact | None]]) -> str:
    """Return the signature of a function's cases, each with its id, in the order of the pack.

    None is a case that passed by a rule that lets values differ: they have the same signature.
    Whether something was printed where nothing was returned counts once for all cases: what a call
    printed may arrive with the next one's answer on a busy machine.
    """
    total = sha256()
    prints_instead = False
    for name, fact in facts:
        if fact is None:
            continue
        entry = marshal.dumps((name, *_behaviour(fact)), _NO_REFERENCES)
        total.update(len(entry).to_bytes(8, "big") + entry)
        prints_instead |= fact.printed and fact.ending is Ending.RETURNED and fact.value is None
    total.update(b"prints" if prints_instead else b"")
    return total.hexdigest()[:_LENGTH]


def _behaviour(fact: CaseFact) -> tuple[str, Value]:
    """An exception counts by its kind, a value by its type too.

    A function that was never written is another mistake than a variable that is misspelt.
    """
    if fact.ending is Ending.RETURNED:
        return str(fact.ending), fact.value
    if fact.fault is None:
        return str(fact.ending), None
    called = "()" if is_of_a_call(fact.fault) else ""
    return str(fact.ending), fact.fault.kinds[-1] + called
