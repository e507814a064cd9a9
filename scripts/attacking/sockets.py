"""Frames that a WebSocket must refuse, and floods of those that it takes, while somebody else plays the same game."""

import os
import struct

import players
from players import HEAD, farewell, frame

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

SOUND = HEAD + b"\r\n"
KEY = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
# What opens a WebSocket or is refused, and the one status that it is answered with.
OPENINGS = [
    ("as it should be", SOUND, 101),
    ("content", HEAD + b"Content-Length: 5\r\n\r\nabcde", 400),
    ("chunks", HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("two versions", HEAD + b"Sec-WebSocket-Version: 12\r\n\r\n", 426),
    ("another version", HEAD.replace(b"Version: 13", b"Version: 12") + b"\r\n", 426),
    ("no version", HEAD.replace(b"Sec-WebSocket-Version: 13\r\n", b"") + b"\r\n", 426),
    ("no key", HEAD.replace(KEY, b"") + b"\r\n", 400),
    ("two keys", HEAD + KEY + b"\r\n", 400),
    ("a short key", HEAD.replace(b"AAAAAAAA", b"") + b"\r\n", 400),
    ("a key that is no Base64", HEAD.replace(b"AAA==", b"A!A==") + b"\r\n", 400),
    ("no Connection", HEAD.replace(b"Connection: Upgrade\r\n", b"") + b"\r\n", 426),
    ("no Upgrade", HEAD.replace(b"Upgrade: websocket\r\n", b"") + b"\r\n", 426),
    ("another method", HEAD.replace(b"GET", b"POST") + b"\r\n", 405),
    ("HTTP/1.0", HEAD.replace(b"HTTP/1.1", b"HTTP/1.0") + b"\r\n", 426),
    ("another protocol beside it", HEAD + b"Upgrade: h2c\r\n\r\n", 101),
    ("no terms of compression", HEAD + b"Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99\r\n\r\n", 101),
    ("extensions that are none", HEAD + b"Sec-WebSocket-Extensions: ;;=\"\r\n\r\n", 101),
    ("many protocols", HEAD + b"Sec-WebSocket-Protocol: " + b"a," * 4_000 + b"\r\n\r\n", 101),
    ("its own page", HEAD + b"Origin: http://a\r\n\r\n", 101),
    ("a page of another", HEAD + b"Origin: http://evil.example\r\n\r\n", 403),
    ("a page of nobody", HEAD + b"Origin: null\r\n\r\n", 403),
    ("a page of a longer name", HEAD + b"Origin: http://a.evil.example\r\n\r\n", 403),
    ("two origins", HEAD + b"Origin: http://a\r\nOrigin: http://evil.example\r\n\r\n", 403),
]


def openings(target):
    """The connection is not ended by us before the answer has come, for that would be to leave."""
    faults = []
    for name, head, status in OPENINGS:
        answer = target.exchange(head + (CLOSE if status == 101 else b""), patience=2, ends=False)
        if not answer.startswith(b"HTTP/1.1 %d " % status):
            faults.append(f"opening with {name}: {answer[:30]!r}, expected {status}")
    return faults


def attack(target, _):
    faults, noise = [], 200
    with players.Player(target) as other:
        for name, (frames, code) in REFUSED.items():
            found = farewell(target.exchange(SOUND + frames, ends=False))
            if found != code:
                faults.append(f"{name}: farewell {found}, expected {code}")
        before = target.resident
        for name, frames in FLOODS.items():
            answer = target.exchange(SOUND + frames + CLOSE, patience=60, ends=False)
            if answer.endswith(b"<timeout>") or farewell(answer) is None:
                faults.append(f"{name}: {answer[:60]!r} … {answer[-20:]!r}")
        faults += openings(target)
        for _ in range(noise):
            target.exchange(SOUND + os.urandom(2_000), patience=5)
        held = (target.resident - before) >> 20
        faults += players.compressed(target)
    if held > 64:
        faults.append(f"{held} MiB more are held afterwards")
    idle, each = players.idle(target)
    if idle > 128 << 20:
        faults.append(f"{idle >> 20} MiB are held for 500 idle WebSockets that compress")
    return (
        f"{len(REFUSED)} broken frames, {len(players.COMPRESSED)} compressed ones, {len(FLOODS)} floods, {len(OPENINGS)} openings, "
        f"{noise} times noise: {len(faults)} answered otherwise than expected, {held} MiB more held; another plays on, "
        f"{other.count} scores within {other.longest:.0f} ms; 500 that compress take {each:.0f} KiB each"
    ), faults + other.faults
