"""Writes to the raw descriptors, without one line break."""

import os


def f():
    while True:
        os.write(1, b"x" * 5000)
        os.write(2, b"y" * 5000)


def g():
    return 7
