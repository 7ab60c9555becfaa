"""Several processes that together want more memory than there is, and then wait."""

import os
import time


def f():
    for _ in range(4):
        if not os.fork():
            break
    kept = bytearray(b"x") * (60 << 20)
    time.sleep(3600)
    return len(kept)


def g():
    return 7
