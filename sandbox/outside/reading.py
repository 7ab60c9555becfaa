"""Turn a child's frames into Loads and Answers. Every byte here was in the learner's hands.

Strict about form (WireError becomes PROTOCOL), and texts are cut and cleaned before they leave.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from sandbox.outside.sandbox import Answer, Arguments, Defined, Ending, Load, Trouble
from sandbox.wire import Json, WireError, decode, parse

_TEXT: Final = 2000
_NAME: Final = 100
_DEFINED: Final = 200
_LINES: Final = 1_000_000
_LOADS: Final = {
    e.value: e
    for e in (
        Ending.LOADED,
        Ending.SYNTAX_ERROR,
        Ending.RAISED,
        Ending.CRASHED,
        Ending.MEMORY_LIMIT,
    )
}
_CALLS: Final = {
    e.value: e
    for e in (
        Ending.RETURNED,
        Ending.RAISED,
        Ending.MISSING,
        Ending.WRONG_TYPE,
        Ending.TOO_LARGE,
        Ending.CRASHED,
        Ending.MEMORY_LIMIT,
    )
}
# Control characters other than tab and line feed, surrogates, and marks that turn text around.
_UNCLEAN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)


def clean(text: str, limit: int = _TEXT) -> str:
    """Return text that can be stored, logged and shown: no control characters, no surrogates."""
    return _UNCLEAN.sub("\ufffd", text[:limit].replace("\r\n", "\n"))


def read_load(frame: bytes, token: str) -> Load:
    raw = parse(frame)
    if type(raw) is not list or len(raw) != 4 or raw[0] != token:
        raise WireError("not the report of this load")
    ending = _ending(raw[1], _LOADS)
    return Load(ending=ending, trouble=_trouble(raw[2]), defined=_all_defined(raw[3]))


def read_answers(frame: bytes, token: str, *, first: int, most: int) -> list[Answer]:
    """Read the next answers to the open question, call `first` and following, `most` at most."""
    raw = parse(frame)
    if type(raw) is not list or len(raw) != 3 or raw[0] != token:
        raise WireError("not an answer to the open question")
    answers = raw[2]
    if type(raw[1]) is not int or raw[1] != first or type(answers) is not list:
        raise WireError("not the next answer")
    if not 0 < len(answers) <= most:
        raise WireError("more answers than questions")
    return [_answer(answer) for answer in answers]


def _answer(raw: Json) -> Answer:
    """Read the short form, a value alone that was returned, or the long one."""
    if type(raw) is list and len(raw) == 1:
        value = raw[0]
        return _small(value) if type(value) is int or type(value) is bool else _returned(value)
    if type(raw) is not list or len(raw) != 5:
        raise WireError("not an answer")
    ending = _ending(raw[0], _CALLS)
    returned = ending is Ending.RETURNED
    if not returned and raw[1] is not None:
        raise WireError("a value beside something that is not a return")
    return Answer(
        ending=ending,
        value=decode(raw[1]) if returned else None,
        trouble=_trouble(raw[2]),
        type_name=_optional_text(raw[3], _NAME),
        arguments_after=_arguments(raw[4]),
    )


def _returned(raw: Json) -> Answer:
    return Answer(ending=Ending.RETURNED, value=decode(raw))


@lru_cache(maxsize=4096, typed=True)
def _small(raw: int) -> Answer:
    """Most calls return one of a few numbers: their answers are made once."""
    return _returned(raw)


def _ending(raw: Json, table: dict[str, Ending]) -> Ending:
    ending = table.get(raw) if type(raw) is str else None
    if ending is None:
        raise WireError("an ending that does not exist")
    return ending


def _arguments(raw: Json) -> Arguments | None:
    if raw is None:
        return None
    arguments = decode(raw)
    if type(arguments) is not tuple:
        raise WireError("arguments that are not a tuple")
    return arguments


def _trouble(raw: Json) -> Trouble | None:
    if raw is None:
        return None
    if type(raw) is not list or len(raw) != 7:
        raise WireError("not a trouble")
    return Trouble(
        kind=_text(raw[0], _NAME),
        text=_text(raw[1], _TEXT),
        line=_number(raw[2]),
        column=_number(raw[3]),
        quoted=_optional_text(raw[4], _TEXT),
        base=_optional_text(raw[5], _NAME),
        caller=_number(raw[6]),
    )


def _all_defined(raw: Json) -> tuple[Defined, ...]:
    if type(raw) is not list or len(raw) > _DEFINED:
        raise WireError("not a list of definitions")
    return tuple(_one_defined(item) for item in raw)


def _one_defined(raw: Json) -> Defined:
    if type(raw) is not list or len(raw) != 3:
        raise WireError("not a definition")
    return Defined(name=_text(raw[0], _NAME), line=_number(raw[1]), parameters=_names(raw[2]))


def _names(raw: Json) -> tuple[str, ...] | None:
    if raw is None:
        return None
    if type(raw) is not list or len(raw) > 255:
        raise WireError("not a list of names")
    return tuple(_text(name, _NAME) for name in raw)


def _text(raw: Json, limit: int) -> str:
    if type(raw) is not str:
        raise WireError("not a text")
    return clean(raw, limit)


def _optional_text(raw: Json, limit: int) -> str | None:
    return None if raw is None else _text(raw, limit)


def _number(raw: Json) -> int | None:
    if raw is not None and (type(raw) is not int or not 0 < raw < _LINES):
        raise WireError("not a line or column")
    return raw
