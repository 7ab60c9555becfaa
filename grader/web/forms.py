"""Read a form that a browser sends, with the same care as any other body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends, Request

from grader.errors import Malformed, SourceRejected

MOST_FIELDS = 20


async def form_of(request: Request) -> Mapping[str, str]:
    """The fields by name; of two with one name, the last. A browser's CRLF becomes LF again."""
    raw_body = await request.body()
    try:
        pairs = parse_qsl(
            raw_body.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except UnicodeDecodeError as error:
        raise SourceRejected("The text is not UTF-8; nothing was stored.") from error
    except ValueError as error:
        raise Malformed("This form has more fields than any page here sends.") from error
    return {name: value.replace("\r\n", "\n") for name, value in pairs}


FromForm = Annotated[Mapping[str, str], Depends(form_of)]
