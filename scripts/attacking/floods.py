"""Frames of HTTP/2 that cost their sender next to nothing, and the code with which each connection has to be closed."""

import struct
import time

import http2
import probing
from http2 import frame

START = http2.PREFACE + frame(http2.SETTINGS, 0, 0)
GET = http2.head("/health/live")
POST = http2.head("/scores.json", b"\x83", b"\x0f\x10" + http2.text("application/json"))
RESET = struct.pack(">I", 8)
MANY = 20_000


def repeated(make, first=b"", count=MANY):
    """The beginning of a connection and a frame so many times."""
    return START + first + b"".join(make(index) for index in range(count))


# What is sent, and the codes of the farewells that it has to end with.
KINDS = {
    "SETTINGS": (repeated(lambda i: frame(http2.SETTINGS, 0, 0, struct.pack(">HI", 3, 100))), {http2.CALM}),
    "SETTINGS of table sizes": (repeated(lambda i: frame(http2.SETTINGS, 0, 0, struct.pack(">HI", 1, i % 2 * 4096))), {http2.CALM}),
    "PING": (repeated(lambda i: frame(http2.PING, 0, 0, b"abcdefgh")), {http2.CALM}),
    "answers to no PING": (repeated(lambda i: frame(http2.PING, 1, 0, b"abcdefgh")), {http2.CALM}),
    "PRIORITY": (repeated(lambda i: frame(http2.PRIORITY, 0, 2 * i + 1, struct.pack(">IB", 0, 1))), {http2.CALM}),
    "WINDOW_UPDATE": (repeated(lambda i: frame(http2.WINDOW_UPDATE, 0, 0, struct.pack(">I", 1))), {http2.CALM}),
    # RFC 9113 §5.5 has them ignored.
    "unknown frames": (repeated(lambda i: frame(200, 0, 0, b"abc")), {"open"}),
    "rapid resets": (repeated(lambda i: frame(1, 5, 2 * i + 1, GET) + frame(3, 0, 2 * i + 1, RESET)), {http2.CALM}),
    "resets that are provoked": (
        repeated(lambda i: frame(1, 4, 2 * i + 1, POST) + frame(8, 0, 2 * i + 1, struct.pack(">I", 0))), {http2.CALM, http2.PROTOCOL_ERROR}),
    "empty DATA": (repeated(lambda i: frame(http2.DATA, 0, 1), frame(1, 4, 1, POST)), {http2.CALM}),
    "padded DATA": (repeated(lambda i: frame(http2.DATA, 8, 1, b"\x00"), frame(1, 4, 1, POST)), {http2.CALM}),
    "DATA behind the end": (repeated(lambda i: frame(http2.DATA, 0, 1, b"a"), frame(1, 5, 1, GET)), {http2.STREAM_CLOSED, http2.CALM}),
    "CONTINUATION": (repeated(lambda i: frame(9, 0, 1, b"\x00\x01a\x01b"), frame(1, 1, 1, GET)), {http2.CALM}),
    "empty CONTINUATION": (repeated(lambda i: frame(9, 0, 1), frame(1, 1, 1, GET)), {http2.CALM}),
    "too many requests at once": (repeated(lambda i: frame(1, 4, 2 * i + 1, POST), count=2_000), {http2.CALM, http2.PROTOCOL_ERROR}),
    "a window of two gigabytes": (repeated(lambda i: frame(8, 0, 0, struct.pack(">I", 0x7FFFFFFF)), count=2), {http2.FLOW_CONTROL_ERROR}),
    "a frame of 16 MB": (START + frame(1, 5, 1, b"a" * 70_000, length=0xFFFFFF), {http2.FRAME_SIZE_ERROR}),
    "a section that is no HPACK": (START + frame(1, 5, 1, b"\xff" * 40), {http2.COMPRESSION_ERROR}),
    "a field without end": (START + frame(1, 1, 1, b"\x00\x7f" + b"\xff" * 8_000), {http2.COMPRESSION_ERROR}),
    "a stream of the server": (START + frame(1, 5, 2, GET), {http2.PROTOCOL_ERROR}),
    "a promise": (START + frame(http2.PUSH, 4, 1, b"\x00\x00\x00\x02" + GET), {http2.PROTOCOL_ERROR}),
    "no SETTINGS": (http2.PREFACE + frame(http2.PING, 0, 0, b"abcdefgh"), {http2.PROTOCOL_ERROR}),
    # A connection has a thousand requests and is ended then as it should be.
    "requests without a pause": (repeated(lambda i: frame(1, 5, 2 * i + 1, GET)), {http2.NO_ERROR, http2.CALM, http2.PROTOCOL_ERROR}),
}
# A small table of HPACK that is referred to again and again: a megabyte of fields in a few kilobytes.
BOMB = START + frame(1, 5, 1, GET + b"\x40" + http2.text("x") + http2.text("y" * 3_900) + b"\xbe" * 8_000)


def bomb(target):
    """A request that unpacks to far more than fields may have: its stream is refused, or the connection ended."""
    with target.connect() as connection:
        came, _ = http2.converse(connection, BOMB + frame(http2.PING, 0, 0, b"abcdefgh"), 2)
    kinds = {one.kind for one in http2.frames(came) if one.stream == 1 or one.kind == http2.GOAWAY}
    # A literal of the status would not be indexed: 431 is one of three digits behind the name's index 8.
    is_refused = http2.RST_STREAM in kinds or http2.GOAWAY in kinds or any(b"431" in one.payload for one in http2.frames(came))
    return [] if is_refused else [f"a table of fields that unpacks to 31 MB: {http2.frames(came)}"]


def attack(target, _):
    faults, tried, before = bomb(target), 0, target.resident
    with probing.Prober(target) as prober:
        for name, (sent, codes) in KINDS.items():
            ends = []
            for _ in range(8):
                with target.connect(30) as connection:
                    came, has_ended = http2.converse(connection, sent, 1 if "open" in codes else 8)
                tried += 1
                ends.append(http2.farewell(came) if has_ended else "open")
            wrong = [end for end in ends if end not in codes]
            if wrong:
                faults.append(f"{name}: ended with {ends}, expected {sorted(codes, key=str)}")
            waits = prober.take()
            if waits[-1] > 1_000:
                faults.append(f"{name}: another waits {waits[-1]:.0f} ms")
    time.sleep(1)
    held = (target.resident - before) >> 20
    faults += [f"{held} MiB more are held afterwards"] if held > 64 else []
    faults += [f"{prober.refused} requests of another were refused"] if prober.refused else []
    return (
        f"{len(KINDS)} kinds of frames, {tried} connections; of {len(prober.waits)} requests by "
        f"another {prober.refused} refused, p99 {probing.percentile(prober.waits, 99):.1f} ms, {max(prober.waits):.1f} ms at most; "
        f"{held} MiB more held afterwards"
    ), faults
