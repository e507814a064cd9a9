"""Clients that take their time or do not read, contents that are dear, and floods; what they cost the others."""

import json
import socket
import struct
import threading
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def others(target, count, path="/scores/top3.json"):
    """The milliseconds of requests by others, sorted, and those that were not answered with 200."""
    times, refused = [], 0
    for _ in range(count):
        status, seconds, _ = target.get(path)
        times.append(seconds * 1_000)
        refused += status != 200
    return sorted(times), refused


def slow_streams(target, _):
    """2 500 requests in HTTP/2, a hundred to a connection, whose content comes byte by byte."""
    connections = []
    head = b"\x83\x86\x44\x0c/scores.json\x41\x01a\x5f\x10application/json"
    for _ in range(25):
        connection = target.connect()
        connection.sendall(PREFACE + b"".join(frame(1, 4, 2 * i + 1, head) for i in range(100)))
        connections.append(connection)
    times, refused = [], 0
    for _ in range(10):
        for connection in connections:
            connection.sendall(b"".join(frame(0, 0, 2 * i + 1, b" ") for i in range(100)))
        found, failed = others(target, 50)
        times, refused = times + found, refused + failed
    times.sort()
    p99 = times[len(times) * 99 // 100]
    for connection in connections:
        connection.close()
    faults = [f"{refused} of {len(times)} others were refused"] if refused else []
    faults += [f"p99 of others is {p99:.0f} ms"] if p99 > 100 else []
    return f"2 500 slow streams: {len(times)} requests by others, {refused} refused, p99 {p99:.1f} ms", faults


def fill(target, count=1_000, size=20_000):
    """Writes posts as long as they may be."""
    body = json.dumps({"title": "t", "body": "b" * size}).encode()
    head = f"POST /api/posts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with target.connect(60) as connection:
        for _ in range(count):
            connection.sendall(head.encode() + body)
            answer = b""
            while b"\r\n\r\n" not in answer or len(answer.partition(b"\r\n\r\n")[2]) < size:
                answer += connection.recv(1 << 16)
                if not answer.startswith(b"HTTP/1.1 201"):
                    raise RuntimeError(answer[:200])


def readers(target, _):
    """30 clients that ask for 20 MB of posts and do not read them."""
    fill(target)
    before, connections = target.resident, []
    for _ in range(30):
        connection = target.connect(buffer=4_096)
        connection.sendall(b"GET /api/posts?count=1000 HTTP/1.1\r\nHost: a\r\n\r\n")
        connections.append(connection)
    most = before
    for _ in range(30):
        time.sleep(0.1)
        most = max(most, target.resident)
    times, refused = others(target, 100)
    for connection in connections:
        connection.close()
    faults = [f"{most >> 20} MiB are resident"] if most > 200 << 20 else []
    faults += [f"{refused} others were refused"] if refused else []
    return (
        f"30 readers that do not read 20 MB of posts: {most >> 20} MiB resident ({before >> 20} before), "
        f"p99 of others {times[98]:.1f} ms"
    ), faults


def loops(target, _):
    """Content of a MiB that is dear to read, while another asks after the server's health without a pause."""
    contents = {
        "application/x-www-form-urlencoded": ["a[]=&" * 200_000, "score[k]=1&" * 90_000, "%CC%81%CC%A3" * 80_000],
        "application/json": ["[" * 1_000_000, '{"a":' * 200_000, '"' + "\\u0041" * 170_000 + '"', "[" + "1," * 500_000 + "1]"],
        "text/xml": ["<a>" * 340_000, "<s>" + "<n/>" * 250_000 + "</s>", "<s>" + "&amp;" * 200_000 + "</s>",
                     '<s xmlns="' + "\u0301\u0323" * 250_000 + '"/>'],
    }
    longest, sent, stop = {}, 0, threading.Event()
    spans = []

    def ask():
        with target.connect() as connection:
            while not stop.is_set():
                begun = time.monotonic()
                connection.sendall(b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")
                connection.recv(1 << 16)
                spans.append((time.monotonic() - begun) * 1_000)
                time.sleep(0.001)

    asking = threading.Thread(target=ask)
    asking.start()
    for path in ("/scores", "/scores.json", "/scores.xml", "/play.asmx", "/api/posts", "/videoclub/api/v1/catalog"):
        for kind, texts in contents.items():
            for text in texts:
                content = text.encode()[: (1 << 20) - 1]
                first = len(spans)
                head = f"POST {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: {kind}\r\n"
                head += f"Authorization: Basic dGVzdDEyMzp0ZXN0MTIz\r\nContent-Length: {len(content)}\r\n\r\n"
                target.exchange(head.encode() + content, patience=60, ends=False)
                sent += 1
                time.sleep(0.01)
                longest[f"{path} {kind} {text[:12]}"] = max(spans[first:], default=0)
    stop.set()
    asking.join()
    dearest = max(longest, key=longest.get)
    spans.sort()
    faults = [f"{longest[dearest]:.0f} ms for {dearest}"] if longest[dearest] > 1_000 else []
    return (
        f"{sent} contents of 1 MiB on one loop: another waits {longest[dearest]:.1f} ms at most ({dearest}), "
        f"{spans[len(spans) * 99 // 100]:.1f} ms in 99 of 100"
    ), faults


def floods(target, _):
    """Frames of HTTP/2 that cost their sender next to nothing."""
    head = b"\x82\x86\x84\x41\x01a"
    kinds = {
        "SETTINGS": lambda i: frame(4, 0, 0, struct.pack(">HI", 3, 100)),
        "PING": lambda i: frame(6, 0, 0, b"abcdefgh"),
        "rapid reset": lambda i: frame(1, 5, 2 * i + 1, head) + frame(3, 0, 2 * i + 1, struct.pack(">I", 8)),
        "PRIORITY": lambda i: frame(2, 0, 2 * i + 1, struct.pack(">IB", 0, 1)),
        "empty DATA": lambda i: frame(1, 4, 1, b"\x83" + head[1:]) if i == 0 else frame(0, 0, 1),
        "CONTINUATION": lambda i: frame(1, 1, 1, head) if i == 0 else frame(9, 0, 1, b"\x00\x01a\x01b"),
        "WINDOW_UPDATE": lambda i: frame(8, 0, 0, struct.pack(">I", 1)),
        "unknown": lambda i: frame(200, 0, 0, b"abc"),
        "HEADERS": lambda i: frame(1, 5, 2 * i + 1, head),
    }
    before, faults = target.resident, []
    for name, make in kinds.items():
        for _ in range(8):
            data = PREFACE + b"".join(make(i) for i in range(20_000))
            with target.connect() as connection:
                try:
                    for start in range(0, len(data), 1 << 16):
                        connection.sendall(data[start : start + (1 << 16)])
                except (ConnectionResetError, BrokenPipeError, socket.timeout):
                    pass
                times, refused = others(target, 3)
                if refused or times[-1] > 1_000:
                    faults.append(f"{name}: others wait {times[-1]:.0f} ms, {refused} refused")
    held = (target.resident - before) >> 20
    if held > 64:
        faults.append(f"{held} MiB more are held afterwards")
    return f"{len(kinds)} floods of 20 000 frames, 8 times each: {held} MiB more held, others answered", faults
