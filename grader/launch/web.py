"""The web process: the application of `grader.app` served by uvicorn on a listening socket."""

from __future__ import annotations

import socket

import uvicorn

from grader.app import create_app
from grader.settings import Settings

GRACE_SECONDS = 5  # requests that wait for a grade may wait long; after this they are let go


def serve(settings: Settings, listener: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT."""
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,  # the log is set up by who calls
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[listener])
