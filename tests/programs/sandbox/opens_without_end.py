"""Opens descriptors until refused."""

import os


def f():
    while True:
        os.open("/dev/null", os.O_RDONLY)


def g():
    return 7
