"""The Docker engine, and the only module that imports docker. Knows nothing of jobs or verdicts.

A docker-py client is not safe to share between threads, so each request opens one of its own. A
container is attached before it is started: docker-py loses a first frame that arrives together
with the answer to the attach request, and nothing can arrive before the start.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, cast

import docker
import docker.errors
import docker.utils
import requests

from sandbox.outside.attached import Attached
from sandbox.outside.flags import LABEL
from sandbox.outside.sandbox import SandboxUnavailable

_CONTROL_SECONDS: Final = 30
_BUILD_SECONDS: Final = 900
_MEMORY_FILES: Final = {  # by the controllers of a line in /proc/PID/cgroup
    "memory": "/sys/fs/cgroup/memory{}/memory.usage_in_bytes",
    "": "/sys/fs/cgroup{}/memory.current",
}
_DEFAULT_URL: Final = "unix:///var/run/docker.sock"
_CONFLICT: Final = 409
_HUNG_UP: Final = "0"  # exit code of a supervisor whose channel was closed from outside
_KILLED: Final = "137"  # nobody inside can do that to the first process
_DEATH_SECONDS: Final = 1.0  # for the engine to notice a death that we noticed already
_FAULTS: Final = (docker.errors.DockerException, requests.exceptions.RequestException, OSError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A container of ours as the engine lists it."""

    id: str
    labels: Mapping[str, str]
    created: float  # seconds since the epoch, by the engine's clock
    state: str  # the engine's word: created, running, exited, …


class Death(Enum):
    """How a container ended."""

    NONE = "it is still there"
    OUT_OF_MEMORY = "the kernel killed for memory"
    FROM_INSIDE = "its first process ended, and nobody outside had a hand in it"
    FROM_OUTSIDE = "it was killed or cut off by somebody else, or nothing is known of it"


@contextmanager
def _engine(seconds: int = _CONTROL_SECONDS) -> Iterator[Any]:
    """Talk to the engine for one request or a few; whatever goes wrong is SandboxUnavailable."""
    settings: dict[str, Any] = dict(docker.utils.kwargs_from_env())
    try:
        _knock(settings.get("base_url", _DEFAULT_URL))
        client = docker.APIClient(timeout=seconds, version=_agreed_version(), **settings)
        client.trust_env = False  # no proxies: and other threads may change the environment
        with contextlib.closing(client):
            yield client
    except _FAULTS as error:
        raise SandboxUnavailable(f"the Docker engine refused or is away: {error}") from error


def _knock(url: str) -> None:
    """Try the unix socket first: where nobody answers, docker-py leaves a socket open."""
    scheme, _, path = url.partition("://")
    if scheme in ("unix", "http+unix"):
        with socket.socket(socket.AF_UNIX) as attempt:
            attempt.settimeout(3)
            attempt.connect(path)


@functools.cache
def _agreed_version() -> str:
    """Ask the engine once which version of its interface it speaks."""
    settings: dict[str, Any] = dict(docker.utils.kwargs_from_env())
    with contextlib.closing(docker.APIClient(version="auto", timeout=3, **settings)) as client:
        return str(client.api_version)


def engine_answers(seconds: int = 3) -> str | None:
    """Return the engine's version, or None when none answers."""
    try:
        with _engine(seconds) as client:
            return str(client.version()["Version"])
    except SandboxUnavailable:
        return None


def engine_facts() -> Mapping[str, object]:
    """Return what the engine says of itself and its host."""
    with _engine() as client:
        return cast("Mapping[str, object]", client.info())


def create(spec: Mapping[str, object]) -> str:
    """Make a container and return its id; it is not started."""
    with _engine() as client:
        made = client.create_container_from_config(dict(spec))
        return str(made["Id"])


def attach(container_id: str) -> Attached:
    """Connect to the standard streams. Before the start, or a first frame may be lost."""
    streams = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
    with _engine() as client:
        stream = client.attach_socket(container_id, params=streams)
        raw = socket.socket(fileno=os.dup(stream.fileno()))
        stream._sock.close()  # docker-py's own handle; there is no public way to it
        stream.close()
    raw.setblocking(False)
    return Attached(raw)


def start(container_id: str) -> None:
    with _engine() as client:
        client.start(container_id)


def remove(container_id: str) -> None:
    """Kill and remove, and return when it is gone; one that is gone already is fine."""
    with _engine() as client:
        try:
            client.remove_container(container_id, force=True, v=True)
        except docker.errors.NotFound:
            return  # AutoRemove was faster
        except docker.errors.APIError as error:
            if error.status_code != _CONFLICT:
                raise
            _wait_until_removed(client, container_id)  # AutoRemove is at it


def _wait_until_removed(client: docker.APIClient, container_id: str) -> None:
    with contextlib.suppress(docker.errors.NotFound):
        client.wait(container_id, timeout=_CONTROL_SECONDS, condition="removed")


def death_of(container_id: str, *, since: float) -> Death:
    """Find out how a container ended whose channel broke. Raises SandboxUnavailable.

    Asked of the engine's events, because a container that removed itself cannot be inspected. An
    engine that was restarted knows nothing any more: then nobody may be blamed.
    """
    with _engine() as client:
        seen = list(_events_until_death(client, container_id, since))
        if any(event["Action"] == "oom" for event in seen):
            return Death.OUT_OF_MEMORY
        if any(event["Action"] == "kill" for event in seen):
            return Death.FROM_OUTSIDE
        codes = [e["Actor"]["Attributes"].get("exitCode") for e in seen if e["Action"] == "die"]
        if codes:
            return Death.FROM_OUTSIDE if codes[0] == _HUNG_UP else Death.FROM_INSIDE
        alive = any(found.id == container_id for found in listed(LABEL))
        return Death.NONE if alive else Death.FROM_OUTSIDE


def _events_until_death(
    client: docker.APIClient, container_id: str, since: float
) -> Iterator[dict[str, Any]]:
    stream = client.events(
        since=int(since) - 1,
        until=int(time.time() + _DEATH_SECONDS) + 1,
        filters={"container": container_id, "event": ["oom", "kill", "die"]},
        decode=True,
    )
    actions, code = set(), ""
    with contextlib.closing(stream):
        for event in stream:
            yield event
            actions.add(event["Action"])
            code = event["Actor"]["Attributes"].get("exitCode", code)
            if "die" in actions and (code != _KILLED or len(actions) > 1):
                return  # else the cause is still to come: the engine tells of a kill afterwards


def listed(label: str) -> tuple[Listed, ...]:
    """List the containers with a label, running or not."""
    with _engine() as client:
        found = client.containers(all=True, filters={"label": label})
    return tuple(
        Listed(
            id=c["Id"],
            labels=c.get("Labels") or {},
            created=float(c["Created"]),
            state=c["State"],
        )
        for c in found
    )


def memory_bytes(container_id: str) -> int:
    """Return what the container's control group is charged with now; 0 when that is not known.

    Read from the kernel: the engine's own figures are empty where its host is newer than it.
    """
    with _engine() as client:
        pid = client.inspect_container(container_id)["State"]["Pid"]
    try:
        groups = Path(f"/proc/{pid}/cgroup").read_text().splitlines()
    except OSError:
        return 0
    for line in groups:
        _, controllers, path = line.split(":", 2)
        file = _MEMORY_FILES.get(controllers)
        if file and (found := Path(file.format(path))).exists():
            return int(found.read_text())
    return 0


def image_id(tag: str) -> str | None:
    """Return the digest of an image, or None when there is no such image."""
    try:
        with _engine() as client:
            return str(client.inspect_image(tag)["Id"])
    except SandboxUnavailable as error:
        if isinstance(error.__cause__, docker.errors.ImageNotFound):
            return None
        raise


def build(context: bytes, *, tag: str, base: str, labels: Mapping[str, str]) -> Iterator[str]:
    """Build an image from a tar archive, without a network. Yields what the engine says."""
    with _engine(_BUILD_SECONDS) as client:
        lines = client.build(
            fileobj=io.BytesIO(context),
            custom_context=True,
            tag=tag,
            rm=True,
            forcerm=True,
            nocache=True,
            network_mode="none",
            buildargs={"BASE": base},
            labels=dict(labels),
            decode=True,
        )
        for line in lines:
            if "error" in line:
                raise SandboxUnavailable(f"the image could not be built: {line['error']}")
            yield str(line.get("stream", "")).strip()


def import_base(path: Path, *, name: str, label: str) -> None:
    """Make an image of a root file system in a tar archive."""
    repository, tag = name.split(":")
    with _engine(_BUILD_SECONDS) as client:
        said = client.import_image(
            src=str(path), repository=repository, tag=tag, changes=[f"LABEL {label}=1"]
        )
        if "error" in said:
            raise SandboxUnavailable(f"the base could not be imported: {said[:300]}")


def pull(repository: str, tag: str) -> None:
    with _engine(_BUILD_SECONDS) as client:
        client.pull(repository, tag=tag)


def images(label: str) -> tuple[str, ...]:
    """Return the digests of all images with a label."""
    with _engine() as client:
        return tuple(str(i["Id"]) for i in client.images(filters={"label": label}))


def remove_image(name: str) -> bool:
    """Remove an image; false when a container still needs it or it is gone."""
    try:
        with _engine() as client:
            client.remove_image(name, force=False)
    except SandboxUnavailable as error:
        if isinstance(error.__cause__, docker.errors.APIError):
            return False
        raise
    return True
