"""Answers, and leaves behind a thread, an exit hook and a finalizer that never end."""

import atexit
import threading
import time


class Clinging:
    def __del__(self):
        time.sleep(3600)


def f():
    threading.Thread(target=time.sleep, args=(3600,)).start()
    atexit.register(time.sleep, 3600)
    globals()["kept"] = Clinging()
    return 7


def g():
    return 7
