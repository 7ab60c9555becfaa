"""Put a page's context into its template. Autoescape is on; an unknown name in a template fails."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, ClassVar, cast

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from grader.web.assets import asset_url
from grader.web.inert import marks
from grader.web.said import said

HERE = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class Page:
    """What every page has. `viewer_name` is None for somebody who is not signed in."""

    template: ClassVar[str]
    title: str
    viewer_name: str | None


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
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters.update(marks=marks, moment=moment, said=said)
        self._templates.globals["asset"] = asset_url

    def response(self, page: Page, *, status: int = 200) -> HTMLResponse:
        text = self._templates.get_template(page.template).render(page=page)
        return HTMLResponse(text, status_code=status)


def moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%-d %b %Y, %H:%M} UTC"


async def pages_of(request: Request) -> Pages:
    return cast("Pages", request.app.state.pages)


FromPages = Annotated[Pages, Depends(pages_of)]
