"""`grader up` begins and ends as one: what it starts, refuses, says, and leaves behind."""

from __future__ import annotations

import socket
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.service import wait_until

pytestmark = [pytest.mark.docker, pytest.mark.timeout(400)]

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_it_starts_four_processes_and_says_where_things_are(service: Any) -> None:
    four = {"web", "worker", "beat", "valkey"}
    wait_until(lambda: set(service.children()) == four, "all four")
    assert service.says(f"demo tokens are in {service.data / 'demo-tokens.json'}")


def test_the_demo_tokens_are_for_their_owner_only(service: Any) -> None:
    mode = (service.data / "demo-tokens.json").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert set(service.tokens()) == {"instructor", "learners"}
    assert set(service.tokens()["learners"]) == {"ada", "ben", "chi"}


def test_a_second_one_on_the_same_folder_is_refused_in_one_line(service: Any, run: Run) -> None:
    refused = run("up", "--data", str(service.data))
    assert refused.returncode == 2
    assert "already running on the folder" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_port_that_is_taken_is_refused_in_one_line(run: Run, folder: Callable[[], Path]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = run("up", "--data", str(folder()), GRADER_PORT=port)
    assert refused.returncode == 2
    assert f"Port {port} of 127.0.0.1 is already in use" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_without_an_engine_it_says_so_in_one_line_and_exits_3(
    run: Run, folder: Callable[[], Path]
) -> None:
    data = folder()
    refused = run("up", "--data", str(data), DOCKER_HOST=f"unix://{data}/nobody.sock")
    assert refused.returncode == 3
    assert refused.stderr.startswith("grader: No Docker engine answers")
    assert len(refused.stderr.splitlines()) == 1


def test_a_data_folder_too_deep_for_a_socket_is_refused(
    run: Run, folder: Callable[[], Path]
) -> None:
    refused = run("up", "--data", str(folder() / ("d" * 100)))
    assert refused.returncode == 2
    assert "too long for a socket" in refused.stderr


def test_a_child_that_dies_is_started_again(service: Any) -> None:
    for name in ("beat", "web", "valkey", "worker"):
        before = service.children()[name]
        service.kill(name)
        wait_until(lambda was=before, it=name: service.children().get(it, was) != was, name)
    wait_until(service.is_ready, "ready again")
