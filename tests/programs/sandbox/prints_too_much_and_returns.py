"""Prints a little more than is allowed, and returns as if nothing had been."""


def f():
    print("x" * 300_000)  # noqa: T201 - that is what it does
    return 7


def g():
    return 7
