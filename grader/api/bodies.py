"""Read a JSON body with care: capped while it is read, strict, and refused with a sentence.

Knows nothing of what the fields mean. The cap itself is `grader.app`'s, around every route.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError

from grader.api.refusals import BodyTooLarge, NotJson, WrongFields
from grader.errors import GraderError

M = TypeVar("M", bound=BaseModel)
LONGEST_NAME = 60
SENTENCES = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of this request",
    "string_type": "must be text",
    "list_type": "must be a list",
    "string_too_short": "must not be empty",
    "string_too_long": "is too long",
    "too_short": "must not be empty",
    "too_long": "has too many items",
    "string_unicode": "has a name that is not Unicode text",
}


def body_of(
    model: type[M], *, too_large: type[GraderError] = BodyTooLarge
) -> Callable[[Request], Coroutine[Any, Any, M]]:
    """A dependency that reads the body as `model`. List it after the viewer: first, who asks."""

    async def read(request: Request) -> M:
        try:
            raw_body = await request.body()
        except BodyTooLarge as error:
            raise too_large from error
        return validated(model, parse_json(raw_body))

    return read


def documented(model: type[BaseModel]) -> dict[str, object]:
    """What `openapi_extra` needs, since the framework does not see such a body."""
    content = {"application/json": {"schema": model.model_json_schema()}}
    return {"requestBody": {"required": True, "content": content}}


def parse_json(raw: bytes) -> object:
    try:
        return json.loads(
            raw.decode("utf-8-sig"), object_pairs_hook=_each_key_once, parse_constant=_no_constant
        )
    except UnicodeDecodeError as error:
        raise NotJson(f"The body is not UTF-8 text (byte {error.start}); send JSON.") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise NotJson(f"The body is not JSON ({where}): {error.msg}.") from error
    except RecursionError as error:
        raise NotJson("The body is JSON nested too deeply.") from error
    except ValueError as error:  # a number of thousands of digits, or one of the two hooks below
        raise NotJson("The body holds a number or a key that JSON does not allow here.") from error


def validated(model: type[M], value: object) -> M:
    if not isinstance(value, dict):
        raise WrongFields("The body must be a JSON object, such as " + _example(model) + ".")
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise wrong_fields(error.errors(include_input=False, include_url=False)) from error


def wrong_fields(errors: Iterable[Any]) -> WrongFields:
    """One sentence per wrong field, from pydantic's list of errors."""
    fields = [{"field": _name(error["loc"]), "problem": _sentence(error)} for error in errors]
    sentences = "; ".join(f"`{field['field']}` {field['problem']}" for field in fields[:5])
    return WrongFields(f"{sentences}.", fields=fields[:20])


def _sentence(error: Any) -> str:
    if known := SENTENCES.get(error["type"]):
        return known
    told: str = error["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return printable(told[0].lower() + told[1:])


def _name(location: tuple[object, ...]) -> str:
    """The place as people write it, `events.0`. Comes from the sender: cut, and made encodable."""
    named = ".".join(str(part) for part in location if part not in ("query", "path", "header"))
    return printable(named[:LONGEST_NAME]) or "body"


def printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _example(model: type[BaseModel]) -> str:
    fields = ", ".join(f'"{name}": …' for name in model.model_fields)
    return f"{{{fields}}}"


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("the same key twice")
    return found


def _no_constant(name: str) -> object:
    raise ValueError(name)
