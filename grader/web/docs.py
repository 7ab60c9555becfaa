"""/docs: every route of the API with an example, made from its own OpenAPI description.

Our own page instead of Swagger UI: no script, nothing from elsewhere, readable on a phone. What is
said of a route is English, as the API's names are; the words around it go through the catalogue.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from grader.errors import GraderError
from grader.web.language import _
from grader.web.lesson import lesson_html
from grader.web.rendering import FromPages, Page
from grader.web.who import FromMaybeViewer

router = APIRouter()
Schema = Mapping[str, Any]
Examples = Mapping[str, Any]  # by the name of a schema; the OpenAPI text leaves every null out
SERVER = "$GRADER_SERVER"
PLACES = {
    "course": "demo",
    "assignment": "prefix-sharing",
    "submission": "sub_01KB8Z3T4Q0V7N5R9XK2M6P8DW",
    "upload": "pku_01KB8Z3T4Q0V7N5R9XK2M6P8DW",
    "webhook": "whk_01KB8Z3T4Q0V7N5R9XK2M6P8DW",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    name: str
    place: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    anchor: str
    method: str
    path: str
    summary: str
    description: Markup
    parameters: tuple[Parameter, ...]
    request: str
    status: str
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorLine:
    code: str
    status: int
    meaning: str


@dataclass(frozen=True, kw_only=True)
class DocsPage(Page):
    template: ClassVar[str] = "docs.html"
    version: str
    introduction: Markup
    routes: tuple[Route, ...]
    errors: tuple[ErrorLine, ...]


@router.get("/docs")
async def show(request: Request, pages: FromPages, viewer: FromMaybeViewer) -> Response:
    schema = request.app.openapi()
    examples = request.app.state.examples
    page = DocsPage(
        title=_("The API"),
        viewer_name=viewer.name if viewer else None,
        version=schema["info"]["version"],
        introduction=lesson_html(schema["info"].get("description", "")),
        routes=tuple(_routes(schema, examples)),
        errors=tuple(_error(kind) for kind in request.app.state.refusals),
    )
    return pages.response(page)


def _routes(schema: Schema, examples: Examples) -> Iterator[Route]:
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            yield _route(method.upper(), path, operation, examples)


def _route(method: str, path: str, operation: Schema, examples: Examples) -> Route:
    status = next(code for code in operation["responses"] if code.startswith("2"))
    return Route(
        anchor=operation["operationId"],
        method=method,
        path=path,
        summary=operation["summary"],
        description=lesson_html(operation.get("description", "")),
        parameters=tuple(_parameter(each) for each in operation.get("parameters", ())),
        request=_request(method, path, operation),
        status=status,
        answer=_answer(operation["responses"][status], examples),
    )


def _parameter(parameter: Schema) -> Parameter:
    return Parameter(
        name=parameter["name"], place=parameter["in"], meaning=parameter.get("description", "")
    )


def _request(method: str, path: str, operation: Schema) -> str:
    """The call as one would type it, for curl."""
    parts = ["curl"] if method == "GET" else [f"curl -X {method}"]
    if "security" in operation:
        parts.append('-H "Authorization: Bearer $GRADER_TOKEN"')
    if body := operation.get("requestBody"):
        example = body["content"]["application/json"]["schema"]["example"]
        parts += ["-H 'Content-Type: application/json'", f"-d {shlex.quote(json.dumps(example))}"]
    waits = "?wait=30" if any(p["name"] == "wait" for p in operation.get("parameters", ())) else ""
    parts.append(f'"{SERVER}{path.format(**PLACES)}{waits}"')
    return " \\\n  ".join(parts)


def _answer(response: Schema, examples: Examples) -> str | None:
    content = response.get("content", {}).get("application/json")
    if content is None:
        return None
    model = content["schema"]["$ref"].rsplit("/", 1)[-1]
    return json.dumps(examples[model], indent=2, ensure_ascii=False)


def _error(kind: type[GraderError]) -> ErrorLine:
    """The docstring of a refusal is its meaning."""
    return ErrorLine(code=kind.code, status=kind.status, meaning=(kind.__doc__ or "").strip())
