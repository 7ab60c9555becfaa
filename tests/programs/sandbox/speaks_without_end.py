"""Raises an exception whose text never ends."""


class Endless(Exception):
    def __str__(self):  # noqa: PLE0307 - that is what it does
        while True:
            pass


def f():
    raise Endless


def g():
    return 7
