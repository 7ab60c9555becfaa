"""A thread that writes to every descriptor after the answer."""

import os
import threading
import time


def nag():
    while True:
        time.sleep(0.001)
        for fd in range(3, 16):
            try:
                os.write(fd, b'{"passed": true}')
            except OSError:
                continue


def f():
    threading.Thread(target=nag, daemon=True).start()
    time.sleep(0.05)
    return 7


def g():
    return 7
