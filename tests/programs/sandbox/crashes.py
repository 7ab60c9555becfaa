"""Reads address zero."""

import ctypes


def f():
    ctypes.string_at(0)


def g():
    return 7
