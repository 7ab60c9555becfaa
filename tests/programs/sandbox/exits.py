"""Leaves below Python, with a status that looks like success."""

import os


def f():
    os._exit(0)


def g():
    return 7
