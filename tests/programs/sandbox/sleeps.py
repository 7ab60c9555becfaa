"""Holds its place without using the processor."""

import time


def f():
    time.sleep(3600)


def g():
    return 7
