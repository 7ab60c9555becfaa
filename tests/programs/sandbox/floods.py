"""Prints without end."""


def f():
    while True:
        print("flood " * 1000)  # noqa: T201 - that is what it does


def g():
    return 7
