"""Waits for somebody to type."""


def f():
    return input("your answer? ")


def g():
    return 7
