"""Put the web application together: parts, routes, error handlers. Knows no global.

`create_app(settings)` opens its parts when the server starts and closes them when it ends; parts
that are given stay the giver's to close. The database is expected to be migrated.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, Protocol

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import State
from starlette.exceptions import HTTPException

from grader.actions.context import Services
from grader.api.bodies import wrong_fields
from grader.api.cap import BodyCap
from grader.api.problems import problem_response
from grader.api.refusals import REFUSALS, InternalError, MethodNotAllowed
from grader.api.routes import api_router
from grader.api.schemas import EXAMPLES
from grader.api.waiting import WaitingRoom, Waits
from grader.errors import GraderError, Malformed, NotFound
from grader.notify import Notify
from grader.queue import CeleryQueue
from grader.settings import Settings
from grader.store.session import Store
from grader.web.assets import Assets
from grader.web.errors import error_response
from grader.web.headers import SECURITY_HEADERS, HeadAsGet, SecurityHeaders
from grader.web.language import Language
from grader.web.rendering import Pages
from grader.web.routes import web_router
from grader.web.sessions import Sessions
from grader.web.visits import Visits

log = structlog.get_logger()
FOR_PROGRAMS = ("/api/", "/healthz", "/readyz", "/openapi.json")
DESCRIPTION = """\
Send a file with `POST …/submissions`, then read the address in `url` with `?wait=30`: the answer
comes as soon as the grade is there. Every request carries a person's token:
`Authorization: Bearer TOKEN`. Bodies are JSON. Lists are `{"items": […], "next": null}`; pass
`next` as `cursor` to read on.
"""


class Queue(Protocol):
    """What the application asks of the queue: pass ids on, and say whether the broker answers."""

    def send(self, name: str, id: str) -> None: ...  # noqa: A002 - the queue's own word
    def ping(self) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Parts that the caller brings; what is None is opened here."""

    store: Store | None
    queue: Queue | None
    notify: Waits | None


def create_app(
    settings: Settings,
    *,
    store: Store | None = None,
    queue: Queue | None = None,
    notify: Waits | None = None,
) -> FastAPI:
    app = _with_routes()
    equip(app, settings, Given(store=store, queue=queue, notify=notify))
    return app


def equip(app: FastAPI, settings: Settings, given: Given) -> None:
    """Set what it works with. One that has ended may be equipped anew, and forgets the old."""
    app.router.lifespan_context = _lifespan(settings, given)
    app.state = State({"pages": app.state.pages})
    app.state.examples = EXAMPLES
    app.state.refusals = REFUSALS
    app.state.sessions = Sessions(settings.effective_secret_key)
    app.state.visits = Visits(app.state.sessions)


def _with_routes() -> FastAPI:
    app = FastAPI(
        title="Grader",
        version=version("grader"),
        description=DESCRIPTION,
        docs_url=None,  # our own page needs no script from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        exception_handlers={
            GraderError: _on_refusal,
            HTTPException: _on_http_exception,
            RequestValidationError: _on_wrong_request,
            Exception: _on_failure,
        },
    )
    app.state.pages = Pages()
    app.add_middleware(BodyCap)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(HeadAsGet)
    app.add_middleware(Language)
    app.include_router(api_router())
    app.include_router(web_router())
    app.mount("/static", Assets(), name="static")
    return app


def app_from_environment() -> FastAPI:
    """For `uvicorn --factory grader.app:app_from_environment`."""
    return create_app(Settings())


def _lifespan(
    settings: Settings, given: Given
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with ExitStack() as opened:
            store = given.store or _opened(opened, Store.open(settings.effective_database_url))
            queue = given.queue or _opened(opened, CeleryQueue(settings.effective_broker_url))
            notify = given.notify or _opened(opened, Notify(settings.effective_broker_url))
            app.state.services = Services(store=store, queue=queue, settings=settings, now=_now)
            app.state.queue = queue
            app.state.waiting_room = WaitingRoom(notify)
            yield

    return lifespan


def _opened(stack: ExitStack, part: Any) -> Any:
    stack.callback(part.close)
    return part


def _now() -> datetime:
    return datetime.now(UTC)


async def _on_refusal(request: Request, error: GraderError) -> Response:
    return _refused(request, error)


async def _on_http_exception(request: Request, error: HTTPException) -> Response:
    """What the framework refuses by itself: unknown addresses and methods."""
    kinds: Mapping[int, type[GraderError]] = {404: NotFound, 405: MethodNotAllowed}
    return _refused(request, kinds.get(error.status_code, Malformed)(), error.headers)


async def _on_wrong_request(request: Request, error: RequestValidationError) -> Response:
    return _refused(request, wrong_fields(error.errors()))


async def _on_failure(request: Request, error: Exception) -> Response:
    """A failure of ours: logged with a reference, shown without any of its inside."""
    reference = secrets.token_hex(6)
    log.error(
        "request_failed", reference=reference, method=request.method, kind=type(error).__name__
    )
    response = _refused(request, InternalError(reference=reference))
    for name, value in SECURITY_HEADERS.items():  # this answer passes by the middleware
        response.headers.setdefault(name, value)
    return response


def _refused(
    request: Request, refusal: GraderError, headers: Mapping[str, str] | None = None
) -> Response:
    if request.url.path.startswith(FOR_PROGRAMS):
        return problem_response(refusal, headers)
    return error_response(request, refusal, headers)
