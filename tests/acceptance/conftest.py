"""The whole service, started by its own command on a free port, and a way to run commands."""

from __future__ import annotations

import contextlib
import re
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandbox.outside.build import build_image
from tests.acceptance.service import CORPUS, PYTHON, Service, clean_environment, wait_until

START_SECONDS = 240.0

Start = Callable[..., Service]


@pytest.fixture(scope="session")
def image() -> str:
    return build_image()


@pytest.fixture(scope="session")
def start(image: str) -> Iterator[Start]:
    """Start a service and wait until it is ready; whatever still runs at the end is ended."""
    started: list[Service] = []

    def start(data: Path, *, python: Path = PYTHON, **environment: str) -> Service:
        process = subprocess.Popen(
            [python, "-m", "grader.cli", "up", "--data", data],
            env=clean_environment(**environment),
            cwd=data.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        service = Service(process=process, data=data)
        started.append(service)
        threading.Thread(target=_listen, args=(service,), daemon=True).start()
        wait_until(lambda: bool(service.url) or process.poll() is not None, "ready", START_SECONDS)
        assert service.url, service.said
        return service

    yield start
    for service in started:
        if service.process.poll() is None:
            service.end()
        assert service.process.stdout is not None
        service.process.stdout.close()


def _listen(service: Service) -> None:
    assert service.process.stdout is not None
    with contextlib.suppress(ValueError):  # closed at the end
        for line in service.process.stdout:
            service.said.append(line.rstrip())
            if found := re.search(r"ready at (http://\S+)", line):
                service.url = found[1]


@pytest.fixture(scope="session")
def folder() -> Iterator[Callable[[], Path]]:
    """New folders with short paths: a socket in them must not be longer than the kernel allows."""
    with tempfile.TemporaryDirectory(prefix="grader-") as home:
        yield lambda: Path(tempfile.mkdtemp(dir=home))


@pytest.fixture(scope="session")
def service(start: Start, folder: Callable[[], Path]) -> Service:
    """One that all tests share that leave it as it is."""
    return start(folder())


@pytest.fixture(scope="session")
def right_source() -> str:
    return (CORPUS / "01_typed_integer_ceil.py").read_text()


@pytest.fixture(scope="session")
def run() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command of ours to its end."""

    def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PYTHON, "-m", "grader.cli", *words],
            env=clean_environment(**environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return run
