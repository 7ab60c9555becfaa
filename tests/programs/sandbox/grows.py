"""Grows its heap until it is refused."""


def f():
    kept = []
    while True:
        kept.append(bytearray(b"x") * (4 << 20))


def g():
    return 7
