"""Take apart what Docker sends over an attached connection: frames of output and of errors."""

from __future__ import annotations

import socket
import struct
from typing import Final

_HEADER: Final = struct.Struct(">BxxxL")  # Docker's own: stream, length
_STDOUT: Final = 1
_KEPT_COMPLAINTS: Final = 4096


class Attached:
    """The raw connection to a container's standard streams, taken apart into its output."""

    def __init__(self, raw: socket.socket) -> None:
        self.socket = raw
        self._buffer = bytearray()
        self._left = 0
        self._is_output = False
        self.complaints = b""  # the first bytes of standard error: only our own faults land there

    def unpack(self, chunk: bytes) -> bytes:
        """Return the container's output in `chunk`, the next bytes of the connection."""
        self._buffer += chunk
        output = b""
        while self._left or len(self._buffer) >= _HEADER.size:
            if not self._left:
                self._start_frame()
            if not self._buffer:
                break
            part = bytes(self._buffer[: self._left])
            del self._buffer[: self._left]
            self._left -= len(part)
            if self._is_output:
                output += part
            else:
                self.complaints = (self.complaints + part)[:_KEPT_COMPLAINTS]
        return output

    def _start_frame(self) -> None:
        stream, self._left = _HEADER.unpack_from(self._buffer)
        self._is_output = stream == _STDOUT
        del self._buffer[: _HEADER.size]

    def close(self) -> None:
        self.socket.close()
