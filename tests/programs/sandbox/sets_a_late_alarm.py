"""Leaves a timer that goes off in a later call."""

import signal
import time


def f():
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    return 7


def g():
    time.sleep(0.15)
    return 7
