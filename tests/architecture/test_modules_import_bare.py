"""No work at import: every module loads in an empty environment, in a folder that is empty too."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import grader
import sandbox

PROGRAM = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    importlib.import_module(name)
"""


def module_names() -> list[str]:
    return [
        module.name
        for package in (grader, sandbox)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not module.name.endswith("__main__")
    ]


def test_every_module_imports_with_an_empty_environment(tmp_path: Path) -> None:
    root = str(Path(grader.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, root, *module_names()],
        env={},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []
