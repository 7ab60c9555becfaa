"""Which of Python's own exceptions are kinds of which. All that is known of one is its name."""

from __future__ import annotations

import builtins
from collections.abc import Collection

from grader.core.facts import Fault


def is_known(name: str) -> bool:
    """Whether a name is that of an exception which an author may expect of a function."""
    return _named(name) is not None


def is_expected(fault: Fault | None, kinds: Collection[str]) -> bool:
    """Whether an error is one of these kinds; a class of the learner's own counts as its base."""
    return fault is not None and any(is_one_of(name, kinds) for name in fault.kinds)


def is_one_of(name: str, kinds: Collection[str]) -> bool:
    """Whether an exception of this name is one of these kinds, or a special case of one."""
    if name in kinds:
        return True
    kind = _named(name)
    return kind is not None and any(
        wanted is not None and issubclass(kind, wanted) for wanted in map(_named, kinds)
    )


def _named(name: str) -> type[Exception] | None:
    found = getattr(builtins, name, None)
    return found if isinstance(found, type) and issubclass(found, Exception) else None
