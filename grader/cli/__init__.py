"""`grader …`: read the settings, wire the parts, say what happened, choose the exit code.

Exit codes: 0 done and well; 1 done and not well (cases fail, a check found something); 2 could not
be done; 3 `grader up` found no Docker engine.
"""

from __future__ import annotations

import os

from grader.cli.commands import app


def main() -> None:
    # Hypothesis, which makes inputs, would keep a folder of its own wherever a command is called.
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.devnull)
    app()
