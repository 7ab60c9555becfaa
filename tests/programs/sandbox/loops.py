"""Loops without end."""


def f():
    while True:
        pass


def g():
    return 7
