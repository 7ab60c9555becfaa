"""A Docker engine of a test's own, that can be killed without disturbing anybody.

It has its own data, state, socket and containerd, makes no bridge and touches no firewall rule.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docker

from sandbox.outside.flags import LABEL
from tests.acceptance.service import wait_until

START_SECONDS = 120.0
LABELLED = {"label": LABEL}
AS_ROOT = () if os.geteuid() == 0 else ("sudo", "-n")


class Engine:
    """One dockerd. `start` it, `kill` or `stop` it, `start` it again, and `clear` at the end."""

    def __init__(self, home: Path, *options: str) -> None:
        self.home = home
        self.socket = home / "docker.sock"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Start it, and return when it answers."""
        with (self.home / "dockerd.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        wait_until(self._is_up, f"the engine of {self.home} answers", START_SECONDS)

    def _command(self) -> list[str]:
        return [
            *AS_ROOT,
            "dockerd",
            f"--data-root={self.home / 'data'}",
            f"--exec-root={self.home / 'exec'}",
            f"--pidfile={self.home / 'pid'}",
            f"--host={self.address}",
            f"--group={os.getgid()}",
            "--bridge=none",
            "--iptables=false",
            *self._options,
        ]

    def _is_up(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.home / "dockerd.log").read_text()[-2000:]
        try:
            return bool(self._asked("ping"))
        except (OSError, docker.errors.DockerException):
            return False

    def kill(self) -> None:
        """As the kernel does it: its containerd goes too, what it started lives on."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """In good order: it ends its containers first."""
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        assert self._process is not None
        pid = (self.home / "pid").read_text().strip()
        subprocess.run([*AS_ROOT, "kill", f"-{number}", pid], check=True)
        self._process.wait(60)
        wait_until(lambda: not self._containerd(), "its containerd is gone")
        self._remove("exec/containerd/containerd.pid")  # dockerd takes a zombie for alive

    def _remove(self, *names: str) -> None:
        subprocess.run([*AS_ROOT, "rm", "-rf", *(self.home / name for name in names)], check=True)

    def _containerd(self) -> list[str]:
        return [pid for pid, words in _processes() if "--config" in words and self._owns(words)]

    def _shims(self) -> list[str]:
        return [pid for pid, words in _processes() if self._owns(words)]

    def _owns(self, words: str) -> bool:
        return str(self.home / "exec") in words

    def take_image(self, tag: str) -> None:
        """Copy an image from the engine that the tests use."""
        with contextlib.closing(docker.from_env(timeout=120)) as usual:
            saved = b"".join(usual.images.get(tag).save(named=True))
        with self._client() as own:
            own.images.load(saved)

    def containers(self) -> list[str]:
        """Every container with our label, running or not."""
        return [str(each["Id"]) for each in self._asked("containers", all=True, filters=LABELLED)]

    def running(self) -> set[str]:
        """Those of them that run: none of these outlives the engine."""
        return {str(each["Id"]) for each in self._asked("containers", filters=LABELLED)}

    def leave(self, image: str, labels: dict[str, str]) -> str:
        """Make a container with these labels that nobody owns any more; it is not started."""
        with self._client() as client:
            return str(client.containers.create(image, "python3", labels=labels).id)

    def knows(self, container_id: str) -> bool:
        return container_id in {each["Id"] for each in self._asked("containers", all=True)}

    def remove(self, container_id: str) -> None:
        self._asked("remove_container", container=container_id)

    def _asked(self, what: str, **options: Any) -> Any:
        with self._client() as client:
            return getattr(client.api, what)(**options)

    @contextlib.contextmanager
    def _client(self) -> Iterator[docker.DockerClient]:
        with socket.socket(socket.AF_UNIX) as knock:
            knock.connect(str(self.socket))  # where nobody answers docker-py leaves a socket open
        with contextlib.closing(docker.DockerClient(self.address, timeout=120)) as client:
            yield client

    def clear(self) -> None:
        """End it if it runs, then whatever outlived a kill, and unmount and remove its folders."""
        if self._process is not None and self._process.poll() is None:
            self.stop()
        for pid in self._shims():
            subprocess.run([*AS_ROOT, "kill", "-9", pid], check=False)
        wait_until(lambda: not self._shims(), "its shims are gone")
        for folder in self._mounted():
            subprocess.run([*AS_ROOT, "umount", "--lazy", folder], check=True)
        self._remove("data", "exec")

    def _mounted(self) -> list[str]:
        """What is mounted below the home, the innermost first."""
        folders = (line.split()[1] for line in Path("/proc/mounts").read_text().splitlines())
        return sorted((f for f in folders if f.startswith(f"{self.home}/")), reverse=True)


def _processes() -> Iterator[tuple[str, str]]:
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            yield file.parent.name, file.read_text(errors="replace").replace("\0", " ")
