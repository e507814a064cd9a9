"""Players of the game's WebSocket: one who plays on while others attack, and those whose messages are compressed."""

import json
import struct
import threading
import time
import zlib

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


class Player:
    """Sends a score every twentieth of a second, from the beginning to the end of a `with`, and awaits each."""

    def __init__(self, target):
        self._target = target
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)
        self.count, self.longest, self.faults = 0, 0.0, []

    def __enter__(self):
        self._thread.start()
        time.sleep(0.5)
        if not self.count:
            self.faults.append("another could not play before the attack")
        return self

    def __exit__(self, *_):
        earlier = self.count
        time.sleep(0.5)
        self._stop.set()
        self._thread.join(30)
        if self.count <= earlier:
            self.faults.append("another could not play after the attack")
        best = json.loads(self._target.get("/scores/top3.json")[2])
        if not any(score["name"] == "other" for score in best):
            self.faults.append(f"another has the best score, and the list is {best}")

    def _play(self):
        try:
            with self._target.connect(10) as connection:
                connection.sendall(HEAD + b"\r\n")
                pending = b""
                while b"\r\n\r\n" not in pending:
                    pending += connection.recv(1 << 16)
                pending = pending.partition(b"\r\n\r\n")[2]
                while not self._stop.is_set():
                    pending = self._send(connection, pending)
                    time.sleep(0.05)
        except (OSError, ValueError) as error:
            self.faults.append(f"another had to stop after {self.count} scores: {error!r}")

    def _send(self, connection, pending):
        total, begun = 1_000_000_000 + self.count, time.monotonic()
        connection.sendall(frame(0x81, json.dumps({"name": "other", "total": total}).encode()))
        while True:
            for payload, pending in messages(pending):
                if json.loads(payload).get("added", {}).get("total") == total:
                    self.count += 1
                    self.longest = max(self.longest, (time.monotonic() - begun) * 1_000)
                    return pending
            part = connection.recv(1 << 16)
            if not part:
                raise ValueError("the server has ended")
            pending += part


def messages(data):
    """The texts in frames that are whole, each with what follows it."""
    while len(data) >= 2:
        size, start = data[1] & 0x7F, 2
        if size == 126:
            size, start = struct.unpack(">H", data[2:4].ljust(2))[0], 4
        if len(data) < start + size:
            return
        payload, kind, data = data[start : start + size], data[0] & 0x0F, data[start + size :]
        if kind == 1:
            yield payload, data
        elif kind == 8:
            raise ValueError(f"the server says farewell {payload!r}")


# MARK: Compression


def deflated(content, bits=15, finish=zlib.Z_SYNC_FLUSH):
    """A message as RFC 7692 has it compressed, without the four bytes that end every one."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -bits)
    data = packer.compress(content) + packer.flush(finish)
    return data[:-4] if finish == zlib.Z_SYNC_FLUSH else data


def twice(content):
    """The same message twice, the second of which refers to the first."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return [(packer.compress(content) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4] for _ in range(2)]


OFFER = b"Sec-WebSocket-Extensions: permessage-deflate"
GOOD = b'{"name":"packed","total":1}'
PACKED, BOMB = 0xC1, deflated(b"[" + b" " * (15 << 20))
FIRST, SECOND = twice(b'{"name":"packed again and again","total":1}')
# What is offered beside compression, what is sent, the code of the farewell, and how many scores are added before it.
COMPRESSED = {
    "a score": (b"", [frame(PACKED, deflated(GOOD))], 1000, 1),
    "a score that is not compressed": (b"", [frame(0x81, GOOD)], 1000, 1),
    "a score in a last block": (b"", [frame(PACKED, deflated(GOOD, finish=zlib.Z_FINISH) + b"\x00")], 1000, 1),
    "references to an earlier message": (b"", [frame(PACKED, FIRST), frame(PACKED, SECOND)], 1000, 2),
    "references to what was to be forgotten": (b"; client_no_context_takeover", [frame(PACKED, FIRST), frame(PACKED, SECOND)], 1007, 1),
    "a small window": (b"; client_max_window_bits=9; server_max_window_bits=9", [frame(PACKED, deflated(GOOD, 9))], 1000, 1),
    "15 MB in 15 KB": (b"", [frame(PACKED, BOMB)], 1009, 0),
    "15 MB in fragments": (b"", [frame(0x41, BOMB[:9_000]), frame(0x80, BOMB[9_000:])], 1009, 0),
    "a byte more than a message has": (b"", [frame(PACKED, deflated(b" " * ((1 << 14) + 1)))], 1009, 0),
    "15 MB that refer to nothing": (b"; client_no_context_takeover", [frame(PACKED, BOMB)], 1009, 0),
    "compression of a ping": (b"", [frame(0xC9, b"a")], 1002, 0),
    "compression of a continuation": (b"", [frame(0x41, deflated(GOOD)[:5]), frame(0xC0, deflated(GOOD)[5:])], 1002, 0),
    "another reserved bit": (b"", [frame(0xE1, deflated(GOOD))], 1002, 0),
    "no compressed data": (b"", [frame(PACKED, b"\xff" * 40)], 1007, 0),
    "a distance beyond the beginning": (b"", [frame(PACKED, SECOND)], 1007, 0),
    # What is cut off is no score, and refused as that.
    "half a block": (b"", [frame(PACKED, deflated(GOOD * 40)[:20])], 1000, 0),
    "compressed data that is no UTF-8": (b"", [frame(PACKED, deflated(b"\xff\xfe"))], 1007, 0),
    "no offer": (None, [frame(PACKED, deflated(GOOD))], 1002, 0),
}


def compressed(target):
    """What is wrong with the answers to compressed messages."""
    faults, close = [], frame(0x88, struct.pack(">H", 1000))
    for name, (terms, frames, code, count) in COMPRESSED.items():
        opening = HEAD + (OFFER + terms + b"\r\n" if terms is not None else b"") + b"\r\n"
        before = added(target)
        answer = exchanged(target, opening, frames, close)
        found = farewell(answer), added(target) - before
        if found != (code, count):
            faults.append(f"{name}: farewell {found[0]} with {found[1]} scores, expected {code} with {count}")
        if (terms is not None) != (b"permessage-deflate" in answer.partition(b"\r\n\r\n")[0]):
            faults.append(f"{name}: {answer[:300]!r}")
    return faults


def exchanged(target, opening, frames, close):
    """What is answered by somebody who waits before each frame, so that what came before has been acted on."""
    answer = b""
    with target.connect() as connection:
        try:
            for sent in (opening, *frames, close):
                connection.sendall(sent)
                time.sleep(0.2)
            while part := connection.recv(1 << 16):
                answer += part
        except (ConnectionResetError, BrokenPipeError):
            pass
    return answer


def added(target):
    """The number of scores that came in compressed messages."""
    return target.get("/scores.json")[2].count(b'"packed')


def idle(target, count=500):
    """The memory of WebSockets that have had one compressed message each, in bytes, and of each in KiB."""
    before, connections = target.resident, []
    for _ in range(count):
        connection = target.connect()
        connection.sendall(HEAD + OFFER + b"\r\n\r\n" + frame(PACKED, deflated(b"[")))
        connections.append(connection)
    time.sleep(2)
    held = target.resident - before
    for connection in connections:
        connection.close()
    return held, held / count / 1_024
