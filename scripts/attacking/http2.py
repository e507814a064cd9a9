"""Frames of HTTP/2, and what a connection says in them."""

import collections
import select
import struct
import threading
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
NO_ERROR, PROTOCOL_ERROR, FLOW_CONTROL_ERROR, STREAM_CLOSED, FRAME_SIZE_ERROR, COMPRESSION_ERROR, CALM = 0, 1, 3, 5, 6, 9, 11

Frame = collections.namedtuple("Frame", "kind flags stream payload")


def frame(kind, flags, stream, payload=b"", length=None):
    """The bytes of a frame, whose length may be a lie."""
    size = len(payload) if length is None else length
    return struct.pack(">I", size)[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def text(value):
    """A literal of HPACK."""
    value = value.encode() if isinstance(value, str) else value
    return (bytes([len(value)]) if len(value) < 127 else b"\x7f" + integer(len(value) - 127)) + value


def integer(number):
    """The rest of an integer of HPACK."""
    found = b""
    while number >= 128:
        found += bytes([number & 0x7F | 0x80])
        number >>= 7
    return found + bytes([number])


def head(path, method=b"\x82", rest=b""):
    """A section of fields that asks for a path; GET has the index 2, POST 3."""
    return method + b"\x86\x04" + text(path) + b"\x01" + text("a") + rest


def frames(data):
    """The frames in what has come."""
    found = []
    while len(data) >= 9:
        size = int.from_bytes(data[:3], "big")
        found.append(Frame(data[3], data[4], int.from_bytes(data[5:9], "big") & 0x7FFFFFFF, data[9 : 9 + size]))
        data = data[9 + size :]
    return found


def converse(connection, sent, patience=20):
    """Sends and reads at once; what came, and whether the server has ended the connection."""
    writer = threading.Thread(target=_write, args=(connection, sent), daemon=True)
    writer.start()
    came, ends = b"", time.monotonic() + patience
    while (left := ends - time.monotonic()) > 0:
        if not select.select([connection], [], [], left)[0]:
            break
        try:
            part = connection.recv(1 << 16)
        except ConnectionResetError:
            return came, True
        if not part:
            return came, True
        came += part
    return came, False


def farewell(data):
    """The code of the last GOAWAY; `None` without one."""
    codes = [int.from_bytes(one.payload[4:8], "big") for one in frames(data) if one.kind == GOAWAY and len(one.payload) >= 8]
    return codes[-1] if codes else None


def _write(connection, sent):
    try:
        for start in range(0, len(sent), 1 << 14):
            connection.sendall(sent[start : start + (1 << 14)])
    except OSError:
        pass
