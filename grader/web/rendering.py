"""Put a page's context into its template. Autoescape is on; an unknown name in a template fails."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, ClassVar, cast

from babel.dates import format_datetime
from fastapi import Depends, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.web.assets import asset_url
from grader.web.headers import policy
from grader.web.inert import marks
from grader.web.language import gettext, language, ngettext
from grader.web.retold import retold
from grader.web.said import Said, said

HERE = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class Page:
    """What every page has. `viewer_name` is None for somebody who is not signed in.

    `nonce` lets a script of ours, the editor, add styles to this one answer.
    """

    template: ClassVar[str]
    title: str
    viewer_name: str | None
    nonce: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    name: str
    url: str


class Pages:
    """The templates, read once and compiled when first used."""

    def __init__(self) -> None:
        self._templates = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters.update(marks=marks, moment=moment, said=_said)
        self._templates.globals.update(asset=asset_url, language=language)
        spoken: Any = self._templates  # the extension adds a method that no stub knows
        spoken.install_gettext_callables(gettext, ngettext, newstyle=True)

    def part(self, template: str, **context: object) -> str:
        """A piece of a page, for a script to put in its place."""
        return self._templates.get_template(template).render(**context)

    def response(self, page: Page, *, status: int = 200) -> HTMLResponse:
        text = self._templates.get_template(page.template).render(page=page)
        headers = {} if page.nonce is None else {"Content-Security-Policy": policy(page.nonce)}
        return HTMLResponse(text, status_code=status, headers=headers)


def _said(message: str) -> Said:
    return said(retold(message))


def moment(at: datetime) -> str:
    return format_datetime(at.astimezone(UTC), "d MMM y, HH:mm 'UTC'", locale=language())


async def pages_of(request: Request) -> Pages:
    return cast("Pages", request.app.state.pages)


FromPages = Annotated[Pages, Depends(pages_of)]
