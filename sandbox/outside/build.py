"""Build the image that learners' code runs in, and name it by a digest of everything it is made of.

The base is the official slim Python where a registry answers quickly; otherwise Debian's own
packages, by mmdebstrap. Both end as the same thing: Python, its standard library, the supervisor.
"""

from __future__ import annotations

import hashlib
import io
import logging
import shutil
import socket
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sandbox.outside import containers
from sandbox.outside.hostlock import host_lock
from sandbox.outside.sandbox import SandboxUnavailable

REPOSITORY: Final = "grader-sandbox"
IMAGE_LABEL: Final = "grader.sandbox.image"
BASE_LABEL: Final = "grader.sandbox.base"
_OFFICIAL: Final = ("python", "3.11-slim-bookworm")
_REGISTRY: Final = ("registry-1.docker.io", 443)
_REGISTRY_SECONDS: Final = 3.0
_SUITE: Final = "bookworm"
_BASE: Final = f"grader-sandbox-base:{_SUITE}"
_MMDEBSTRAP: Final = ("mmdebstrap", "--variant=minbase", "--include=python3", _SUITE)
_ROOT: Final = Path(__file__).resolve().parent.parent
_CONTEXT: Final = {  # path in the build context: path below sandbox/
    "Dockerfile": "image/Dockerfile",
    "strip.sh": "image/strip.sh",
    "grader/seal.py": "image/seal.py",
    "grader/__main__.py": "inside/__main__.py",
    "grader/sandbox/__init__.py": "__init__.py",
    "grader/sandbox/wire.py": "wire.py",
    **{
        f"grader/sandbox/inside/{name}.py": f"inside/{name}.py"
        for name in (
            "__init__",
            "birth",
            "child",
            "counters",
            "deaths",
            "descent",
            "learner",
            "pipes",
            "supervisor",
        )
    },
}
_WAIT_SECONDS: Final = 0.5
Say = Callable[[str], None]
log = logging.getLogger(__name__)


def image_tag() -> str:
    """Return the name of the image that belongs to the files of this installation."""
    digest = hashlib.sha256(repr((_MMDEBSTRAP, _OFFICIAL)).encode())
    for name, source in sorted(_CONTEXT.items()):
        digest.update(name.encode() + b"\0" + (_ROOT / source).read_bytes() + b"\0")
    return f"{REPOSITORY}:{digest.hexdigest()[:16]}"


def build_image(*, refresh: bool = False, say: Say = lambda _: None) -> str:
    """Make sure that the image exists and return its tag. Raises SandboxUnavailable.

    `refresh` builds it again on a new base, for the security updates of Debian. Of several
    processes that ask at the same time one builds, and the others wait.
    """
    tag = image_tag()
    while refresh or not containers.image_id(tag):
        with host_lock("image-build") as is_ours:
            if is_ours:
                _build(tag, refresh=refresh, say=say)
                return tag
        time.sleep(_WAIT_SECONDS)
    return tag


def _build(tag: str, *, refresh: bool, say: Say) -> None:
    if not refresh and containers.image_id(tag):
        return  # another process was faster
    base = _base(refresh=refresh, say=say)
    say(f"building {tag}")
    for line in containers.build(_archive(), tag=tag, base=base, labels={IMAGE_LABEL: tag}):
        log.debug("%s", line)
    _prune(tag, say)


def _archive() -> bytes:
    """Pack the build context, the same bytes every time."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, source in sorted(_CONTEXT.items()):
            content = (_ROOT / source).read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def _base(*, refresh: bool, say: Say) -> str:
    if not refresh and containers.image_id(_BASE):
        return _BASE
    if _registry_answers():
        try:
            say(f"pulling {':'.join(_OFFICIAL)}")
            containers.pull(*_OFFICIAL)
            return ":".join(_OFFICIAL)
        except SandboxUnavailable as error:
            say(f"no image from the registry ({error}); using Debian's packages")
    _make_base(say)
    return _BASE


def _registry_answers() -> bool:
    try:
        socket.create_connection(_REGISTRY, timeout=_REGISTRY_SECONDS).close()
    except OSError:
        return False
    return True


def _make_base(say: Say) -> None:
    program = shutil.which("mmdebstrap")
    if program is None:
        raise SandboxUnavailable(
            "no registry answers and mmdebstrap is missing: "
            "install it with `apt-get install mmdebstrap`"
        )
    say("making a base of Debian packages with mmdebstrap (about half a minute)")
    with tempfile.TemporaryDirectory(prefix="grader-base-") as folder:
        target = Path(folder) / "base.tar"
        _run([program, *_MMDEBSTRAP[1:], str(target)])
        containers.import_base(target, name=_BASE, label=BASE_LABEL)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        last = done.stderr.strip().splitlines()[-3:]
        raise SandboxUnavailable("mmdebstrap failed: " + " | ".join(last))


def _prune(tag: str, say: Say) -> None:
    """Remove images of ours that are not the newest, unless a container still uses them."""
    kept = {containers.image_id(tag), containers.image_id(_BASE)}
    for image in {*containers.images(IMAGE_LABEL), *containers.images(BASE_LABEL)} - kept:
        if containers.remove_image(image):
            say(f"removed the old image {image[7:19]}")
