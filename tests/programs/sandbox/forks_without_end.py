"""Forks until refused, and goes on trying."""

import os


def f():
    while True:
        try:
            os.fork()
        except OSError:
            continue


def g():
    return 7
