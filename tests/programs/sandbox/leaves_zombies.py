"""Makes children that nobody waits for, and answers."""

import os


def f():
    for _ in range(5):
        if not os.fork():
            os._exit(0)
    return 7


def g():
    return 7
