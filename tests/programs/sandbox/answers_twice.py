"""Answers the open question itself, and then lets its caller answer it again."""

import os
import struct
import sys


def f():
    frame = sys._getframe()
    while "token" not in frame.f_locals:
        frame = frame.f_back
    token = frame.f_locals["token"]
    text = f'["{token}",0,[["returned",42,null,null,null]]]'
    os.write(4, struct.pack(">I", len(text)) + text.encode())
    return 42


def g():
    return 7
