"""Catches every signal and every exception."""

import signal

for number in range(1, signal.NSIG):
    try:
        signal.signal(number, lambda *_: None)
    except (OSError, ValueError):
        continue


def f():
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 - that is what it does
            continue


def g():
    return 7
