"""The table of what is repeated in bytes: frames of HTTP/2 with their header sections, and frames of WebSockets."""

import struct
import zlib
from typing import NamedTuple

from grammars import FLAG, MARKS


class Bytes(NamedTuple):
    """What is repeated, as bytes or made of the number of the repetition, and what stands around it."""

    unit: object
    before: bytes = b""
    after: bytes = b""

    def repeated(self, count):
        if callable(self.unit):
            middle = b"".join(self.unit(i) for i in range(count))
        else:
            middle = self.unit * count
        return self.before + middle + self.after


def _frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(4, 0, 0)
# GET / of the static table, with the authority "a"; POST of the same.
_HEAD = b"\x82\x86\x84\x41\x01a"
_POST = b"\x83" + _HEAD[1:]
_OPENING = _frame(1, 4, 1, _POST)


def _odd(i):
    return 2 * i + 1


# Frames, repeated after the preface.
HTTP2 = {
    "SETTINGS": Bytes(_frame(4, 0, 0, struct.pack(">HI", 3, 100))),
    "SETTINGS, table size": Bytes(lambda i: _frame(4, 0, 0, struct.pack(">HI", 1, i))),
    "SETTINGS, many in one frame": Bytes(lambda i: _frame(4, 0, 0, struct.pack(">HI", 3, 100) * 1_000)),
    "PING": Bytes(_frame(6, 0, 0, b"abcdefgh")),
    "WINDOW_UPDATE": Bytes(_frame(8, 0, 0, struct.pack(">I", 1))),
    "WINDOW_UPDATE of a stream": Bytes(_frame(8, 0, 1, struct.pack(">I", 1)), _OPENING),
    "PRIORITY": Bytes(lambda i: _frame(2, 0, _odd(i), struct.pack(">IB", 0, 1))),
    "PRIORITY_UPDATE": Bytes(lambda i: _frame(16, 0, 0, struct.pack(">I", _odd(i)) + b"u=1")),
    "unknown": Bytes(_frame(200, 0, 0, b"abc")),
    "HEADERS": Bytes(lambda i: _frame(1, 5, _odd(i), _HEAD)),
    "HEADERS with new names": Bytes(lambda i: _frame(1, 5, _odd(i), _HEAD + _literal(0x40, b"x-%d" % i, b"y"))),
    "HEADERS and RST_STREAM": Bytes(
        lambda i: _frame(1, 5, _odd(i), _HEAD) + _frame(3, 0, _odd(i), struct.pack(">I", 8))
    ),
    "CONTINUATION": Bytes(_frame(9, 0, 1, b"\x00\x01a\x01b"), _frame(1, 1, 1, _HEAD)),
    "CONTINUATION, empty": Bytes(_frame(9, 0, 1), _frame(1, 1, 1, _HEAD)),
    "DATA": Bytes(_frame(0, 0, 1, b"a"), _OPENING, _frame(0, 1, 1)),
    "DATA, empty": Bytes(_frame(0, 0, 1), _OPENING, _frame(0, 1, 1)),
    "DATA, padded": Bytes(_frame(0, 8, 1, b"\x10" + b"\0" * 16), _OPENING, _frame(0, 1, 1)),
    "GOAWAY": Bytes(_frame(7, 0, 0, struct.pack(">II", 0, 0))),
}


def _integer(first, bits, number):
    """A number behind the flags of its first byte (RFC 7541 §5.1)."""
    most = (1 << bits) - 1
    if number < most:
        return bytes([first | number])
    coded, number = bytes([first | most]), number - most
    while number >= 128:
        coded, number = coded + bytes([number % 128 + 128]), number // 128
    return coded + bytes([number])


def _text(text, flag=0):
    return _integer(flag, 7, len(text)) + text


def _literal(kind, name, value):
    """A field with a new name: 0x40 enters it into the table, 0 does not."""
    return bytes([kind]) + _text(name) + _text(value)


# 32 is the static table's index of Cookie, 58 that of User-Agent.
_COOKIE, _AGENT = b"\x0f\x11", b"\x0f\x2b"
# Eight letters "a" in Huffman's code.
_HUFFMAN = b"\x18\xc6\x31\x8c\x63"

# Header sections, made of a number of repetitions.
SECTIONS = {
    "small fields": lambda n: _HEAD + _literal(0, b"a", b"b") * n,
    "small fields with distinct names": lambda n: _HEAD + b"".join(_literal(0, b"x-%d" % i, b"b") for i in range(n)),
    "distinct names that enter the table": lambda n: (
        _HEAD + b"".join(_literal(0x40, b"x-%d" % i, b"b") for i in range(n))
    ),
    "an entry that enters the table again and again": lambda n: _HEAD + _literal(0x40, b"a", b"b" * 100) * n,
    "an entry that is named": lambda n: _HEAD + _literal(0x40, b"a", b"b") + b"\xbe" * n,
    "a long entry that is named": lambda n: _HEAD + _literal(0x40, b"a", b"b" * 1_000) + b"\xbe" * n,
    "entries of the static table": lambda n: _HEAD + b"\x90" * n,
    "changes of the table's size": lambda n: b"\x20" * n + b"\x3f\xe1\x1f" + _HEAD,
    "a value in Huffman's code": lambda n: _HEAD + _AGENT + _text(_HUFFMAN * n, 0x80),
    "values in Huffman's code": lambda n: _HEAD + (b"\x00\x01a" + _text(_HUFFMAN, 0x80)) * n,
    "a long value": lambda n: _HEAD + _AGENT + _text(b"a" * n),
    "a long name": lambda n: _HEAD + _literal(0, b"a" * n, b"b"),
    "a long path": lambda n: _HEAD[:2] + b"\x04" + _text(b"/" + b"a" * n) + _HEAD[3:],
    "crumbs of a cookie": lambda n: _HEAD + (_COOKIE + _text(b"a=b")) * n,
    "different crumbs of a cookie": lambda n: _HEAD + b"".join(_COOKIE + _text(b"a%d=b" % i) for i in range(n)),
    "pseudo-fields": lambda n: _HEAD + b"\x82" * n,
    "a length without end": lambda n: _HEAD + _AGENT + b"\x7f" + b"\xff" * n,
}


def section(coded, step=16_384):
    """A header section, in as many frames as its size takes."""
    parts = [coded[start : start + step] for start in range(0, len(coded), step)]
    frames = [_frame(9 if number else 1, 0 if number else 1, 1, part) for number, part in enumerate(parts[:-1])]
    last = _frame(9, 4, 1, parts[-1]) if frames else _frame(1, 5, 1, parts[-1])
    return PREFACE + b"".join(frames) + last


def websocket_frame(first, payload, is_masked=True):
    """A frame, masked with zeros if it is a client's."""
    mask, length = (0x80, len(payload)) if is_masked else (0, len(payload))
    if length < 126:
        head = bytes([first, mask | length])
    elif length < 1 << 16:
        head = bytes([first, mask | 126]) + struct.pack(">H", length)
    else:
        head = bytes([first, mask | 127]) + struct.pack(">Q", length)
    return head + (b"\0\0\0\0" if is_masked else b"") + payload


def deflated(payload):
    """The payload of a compressed message (RFC 7692 §7.2.1)."""
    compressor = zlib.compressobj(wbits=-15)
    return (compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]


def websockets(is_masked):
    """Frames of WebSockets, from a client or from a server."""

    def one(first, payload=b""):
        return websocket_frame(first, payload, is_masked)

    yield "texts", Bytes(one(0x81, b"a"))
    yield "empty texts", Bytes(one(0x81))
    yield "binary messages", Bytes(one(0x82, b"a"))
    for kind, opening in ("text", 0x01), ("binary", 0x02):
        yield f"continuations of {kind}", Bytes(one(0, b"a"), one(opening, b"a"), one(0x80, b"a"))
        yield f"empty continuations of {kind}", Bytes(one(0), one(opening, b"a"), one(0x80))
    yield "texts of two fragments", Bytes(one(0x01, b"a") + one(0x80, b"a"))
    yield "continuations within a character", Bytes(one(0, b"\x81\xcc"), one(0x01, b"a\xcc"), one(0x80, b"\x81"))
    yield "pings", Bytes(one(0x89, b"a"))
    yield "pings within a message", Bytes(one(0x89, b"a"), one(0x01, b"a"), one(0x80, b"a"))
    yield "pongs", Bytes(one(0x8A))
    yield "scores", Bytes(one(0x81, b'{"name":"a","total":1}'))
    yield "frames of an unknown kind", Bytes(one(0x83))


# What fills the one frame of a message.
PAYLOADS = [b"a", "\u00e9".encode(), MARKS.encode(), FLAG.encode(), b"\x80", b"\0"]
