"""Which assignment uses a pack that is published: none unless its instructor says so.

A new version never changes what learners are graded by at this moment; it is pinned by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.errors import Malformed
from grader.packs.suggest import meant


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The name of an assignment, and whether it is to be made."""

    name: str
    is_new: bool

    @property
    def option(self) -> str:
        return "--new-assignment" if self.is_new else "--update-assignment"


def wish_of(new: str | None, update: str | None) -> Wish | None:
    """Raises Malformed."""
    if new is not None and update is not None:
        raise Malformed("Give --new-assignment or --update-assignment, not both.")
    name = new if update is None else update
    return None if name is None else Wish(name=name, is_new=update is None)


def check_wish(
    wish: Wish, pack: str | None, course: str, known: Sequence[Mapping[str, Any]]
) -> None:
    """Refuse what cannot come true, before anything is sent. Raises Malformed."""
    found = next((one for one in known if one["assignment"] == wish.name), None)
    if found is None and not wish.is_new:
        names = [one["assignment"] for one in known]
        guess = meant(wish.name, names)
        help_ = f"did you mean {guess}?" if guess else f"--new-assignment {wish.name} makes it."
        raise Malformed(
            f"{course} has no assignment {wish.name!r}, only: {', '.join(names) or 'none'}; {help_}"
        )
    if found is not None and wish.is_new:
        raise Malformed(
            f"{course} has an assignment {wish.name!r} already; --update-assignment {wish.name} "
            "gives it this version."
        )
    if found is not None and pack is not None and found["pack"] != pack:
        raise Malformed(f"The assignment {wish.name!r} is made of {found['pack']}, not of {pack}.")


def advice(
    pack: str, version: str, course: str, known: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    """Say which assignments use another version of the pack, or that none uses it."""
    using = [one for one in known if one["pack"] == pack]
    for one in using:
        if one["pack_version"] != version:
            name = one["assignment"]
            yield (
                f"{course}/{name} still uses version {one['pack_version'][:12]}; "
                f"--update-assignment {name} changes that"
            )
    if not using:
        yield f"no assignment of {course} uses it yet; --new-assignment {pack} makes one"
