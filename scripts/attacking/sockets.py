"""Frames that a WebSocket must refuse, and floods of those that it takes; the game's WebSocket is attacked."""

import os
import re
import struct

HEAD = (
    b"GET /game HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


def frame(first, payload=b"", masked=True, length=None, mask=b"\x01\x02\x03\x04"):
    """A frame, whose length may be a lie."""
    size = len(payload) if length is None else length
    head = bytes([first])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if masked:
        head += mask
        payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    return head + payload


CLOSE = frame(0x88, struct.pack(">H", 1000))

# What is sent once the WebSocket is open, and the code with which the server must say farewell.
REFUSED = {
    "not masked": (frame(0x81, b"{}", masked=False), 1002),
    "reserved bit 1": (frame(0xC1, b"{}"), 1002),
    "reserved bit 2": (frame(0xA1, b"{}"), 1002),
    "reserved bit 3": (frame(0x91, b"{}"), 1002),
    "unknown kind 3": (frame(0x83, b"{}"), 1002),
    "unknown kind 11": (frame(0x8B, b"{}"), 1002),
    "a ping in two": (frame(0x09, b"a"), 1002),
    "a ping of 126 bytes": (frame(0x89, b"a" * 126), 1002),
    "a continuation of nothing": (frame(0x80, b"a"), 1002),
    "a text within a text": (frame(0x01, b"a") + frame(0x81, b"b"), 1002),
    "a length in too many bytes": (b"\x81\xfe\x00\x02\x00\x00\x00\x00{}", 1002),
    "a length with its highest bit": (b"\x81\xff" + b"\xff" * 8 + b"\x00\x00\x00\x00", 1002),
    "more than a message may have": (frame(0x81, b"", length=1 << 40), 1009),
    "more in fragments": (frame(0x01, b"a" * 9000) + frame(0x00, b"a" * 9000), 1009),
    "no UTF-8": (frame(0x81, b"\xff"), 1007),
    "a surrogate in UTF-8": (frame(0x81, b"\xed\xa0\x80"), 1007),
    "half a letter at the end": (frame(0x81, b"\xc3"), 1007),
    "a farewell of one byte": (frame(0x88, b"\x03"), 1002),
    "a farewell of code 0": (frame(0x88, b"\x00\x00"), 1002),
    "a farewell of code 1005": (frame(0x88, struct.pack(">H", 1005)), 1002),
    "a farewell of code 5000": (frame(0x88, struct.pack(">H", 5000)), 1002),
    "a farewell without UTF-8": (frame(0x88, struct.pack(">H", 1000) + b"\xff"), 1007),
}

FLOODS = {
    "empty fragments": frame(0x01) + frame(0x00) * 200_000 + frame(0x80),
    "fragments of a byte": frame(0x01, b"{") + frame(0x00, b" ") * 15_000 + frame(0x80, b"}"),
    "pings": frame(0x89, b"a" * 125) * 20_000,
    "pongs": frame(0x8A) * 100_000,
    "messages that are no score": frame(0x81, b"[") * 5_000,
    "marks as a name": frame(0x81, ('{"name":"a' + "\u0301\u0323" * 3_900 + '"}').encode()) * 20,
    "names of all sizes": b"".join(frame(0x81, ('{"name":"%s"}' % ("n" * size)).encode()) for size in range(0, 16_000, 97)),
    "deep nesting": frame(0x81, b"[" * 16_000) * 50,
}

OPENINGS = [
    b"Content-Length: 5\r\n\r\nabcde", b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"Sec-WebSocket-Version: 12\r\n\r\n",
    b"Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99\r\n\r\n",
    b"Sec-WebSocket-Protocol: " + b"a," * 4_000 + b"\r\n\r\n", b"Origin: http://evil.example\r\n\r\n", b"Upgrade: h2c\r\n\r\n",
]


def farewell(answer):
    """The code of the farewell behind the answer to the opening."""
    data = answer.partition(b"\r\n\r\n")[2]
    while len(data) >= 2:
        size, start = data[1] & 0x7F, 2
        if size == 126:
            size, start = struct.unpack(">H", data[2:4])[0], 4
        elif size == 127:
            size, start = struct.unpack(">Q", data[2:10])[0], 10
        if data[0] & 0x0F == 8 and size >= 2:
            return struct.unpack(">H", data[start : start + 2])[0]
        data = data[start + size :]
    return None


def attack(target, _):
    faults, opening = [], HEAD + b"\r\n"
    for name, (frames, code) in REFUSED.items():
        found = farewell(target.exchange(opening + frames, ends=False))
        if found != code:
            faults.append(f"{name}: farewell {found}, expected {code}")
    before = target.resident
    for name, frames in FLOODS.items():
        answer = target.exchange(opening + frames + CLOSE, patience=60, ends=False)
        if answer.endswith(b"<timeout>") or not answer.startswith(b"HTTP/1.1 101"):
            faults.append(f"{name}: {answer[:60]!r} … {answer[-20:]!r}")
    for rest in OPENINGS:
        # The connection is not ended, for that would be to leave.
        answer = target.exchange(HEAD + rest + CLOSE, patience=5, ends=False)
        if not re.match(rb"HTTP/1\.1 (101|4\d\d) ", answer):
            faults.append(f"opening with {rest[:40]!r}: {answer[:30]!r} {answer[-140:]!r}")
    noise = 200
    for _ in range(noise):
        target.exchange(opening + os.urandom(2_000), patience=5)
    held = (target.resident - before) >> 20
    if held > 64:
        faults.append(f"{held} MiB more are held afterwards")
    return (
        f"{len(REFUSED)} broken frames, {len(FLOODS)} floods, {len(OPENINGS)} openings, {noise} times noise; "
        f"each refused with its code, {held} MiB more held afterwards"
    ), faults
