"""Raises what `except Exception` does not catch."""


class Farewell(BaseException):
    pass


def f():
    raise Farewell


def g():
    return 7
