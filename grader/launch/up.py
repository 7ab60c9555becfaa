"""The order of `grader up`: refuse early, prepare what is slow, then start and watch the tree."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from grader.errors import EngineMissing, GraderError
from grader.launch import broker, first, ready
from grader.launch.exclusive import check_port, listen, own_data_folder
from grader.launch.tree import Child, Say, Tree
from grader.settings import Settings

BROKER_SECONDS = 10.0
QUICK_SECONDS = 10.0  # of looking often whether all is ready
PATIENCE_SECONDS = 30.0  # then the log says what is missing, once


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """What is asked of Docker before anything starts; `grader.cli` may ask it, we may not."""

    version: Callable[[], str | None]
    build_image: Callable[[Say], str]


def up(settings: Settings, engine: Engine, say: Say) -> None:
    """Run the whole service until SIGINT or SIGTERM. Raises a GraderError when it cannot start."""
    with own_data_folder(settings.data):
        check_port(settings.host, settings.port)
        version = engine.version()
        if version is None:
            raise EngineMissing
        say(f"Docker engine {version} answers; sandbox image {engine.build_image(say)}")
        first.prepare(settings, say)
        _run(settings, say)


def _run(settings: Settings, say: Say) -> None:
    with listen(settings.host, settings.port) as listener, Tree(say) as tree:
        if settings.broker_url is None:
            _start_broker(tree, settings)
        for child in _children(listener):
            tree.add(child)
        _announce(tree, settings, _url(listener), say)
        while not tree.ending:
            tree.watch(60.0)
        say("ending")
    say("ended")


def _start_broker(tree: Tree, settings: Settings) -> None:
    """Start it and wait for its first answer, so that nobody's first words fall on deaf ears."""
    tree.add(broker.broker_child(settings.broker_socket))
    deadline = time.monotonic() + BROKER_SECONDS
    while not (tree.ending or broker.answers(settings.broker_socket)):
        if time.monotonic() > deadline:
            raise GraderError("The embedded Valkey does not answer; its messages are above.")
        tree.watch(0.02)


def _children(listener: socket.socket) -> tuple[Child, ...]:
    descriptor = listener.fileno()
    return (
        Child(name="web", command=_command("web", "--fd", str(descriptor)), pass_fds=(descriptor,)),
        Child(name="worker", command=_command("worker")),
        Child(name="beat", command=_command("beat")),
    )


def _command(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "grader.cli", *words)


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104 - only to print
    return f"http://{shown}:{port}"


def _announce(tree: Tree, settings: Settings, url: str, say: Say) -> None:
    """Print the address once everything answers, or what is missing when that takes long."""
    started, told = time.monotonic(), False
    while not tree.ending and (missing := ready.what_is_missing(url)) is not None:
        if not told and time.monotonic() > started + PATIENCE_SECONDS:
            say(f"not ready yet, still trying: {missing}")
            told = True
        tree.watch(0.1 if time.monotonic() < started + QUICK_SECONDS else 1.0)
    if not tree.ending:
        say(f"ready at {url} (process {os.getpid()}; end it with Ctrl-C)")
        if (tokens := first.tokens_path(settings)).exists():
            say(f"demo tokens are in {tokens}")
