"""Many processes that each cut their memory into tens of thousands of pieces: kernel memory."""

import ctypes
import mmap
import os
import time


def f():
    libc = ctypes.CDLL(None)
    for _ in range(28):
        if not os.fork():
            break
    region = mmap.mmap(-1, 60 << 20)
    start = ctypes.addressof(ctypes.c_char.from_buffer(region))
    for page in range(0, 60 << 20, 8192):
        libc.mprotect(ctypes.c_void_p(start + page), 4096, 1)
    time.sleep(3600)


def g():
    return 7
