"""Tries to start a program, by name, by the loader, and itself."""

import os
import sys


def f():
    refused = 0
    for path in (sys.executable, "/proc/self/exe", "/bin/sh", "/lib64/ld-linux-x86-64.so.2"):
        try:
            os.execv(path, [path, "-c", "1"])
        except OSError:
            refused += 1
    return refused


def g():
    return 7
