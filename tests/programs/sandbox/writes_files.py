"""Tries to leave a file behind."""

from pathlib import Path


def f():
    Path("/tmp/note").write_text("hello")


def g():
    return 7
