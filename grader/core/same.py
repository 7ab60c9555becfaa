"""A key for caches that stands for one object, not for all that are equal to it."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """Equal only to another one of the very same object, which must never change.

    For what no dictionary takes as a key, such as a case with lists in it. The cache keeps the
    object, so its id is nobody else's while it counts.
    """

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)
