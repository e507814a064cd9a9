"""Clients that take their time with what they send, or never read what they have asked for; what they cost the others."""

import json
import struct
import time

import http2
import probing
import wire
from http2 import frame


def slow_streams(target, options):
    """2 500 requests in HTTP/2, a hundred to a connection, whose content comes byte by byte."""
    connections, before = [], target.resident
    head = http2.head("/scores.json", b"\x83", b"\x5f" + http2.text("application/json"))
    with probing.Prober(target) as prober:
        for _ in range(25):
            connection = target.connect()
            connection.sendall(http2.PREFACE + frame(4, 0, 0) + b"".join(frame(1, 4, 2 * i + 1, head) for i in range(100)))
            connections.append(connection)
        for _ in range(20):
            for connection in connections:
                connection.sendall(b"".join(frame(0, 0, 2 * i + 1, b" ") for i in range(100)))
            time.sleep(0.1)
    most = target.resident
    answered = sum(one.kind in (1, 3, 7) for connection in connections for one in http2.frames(so_far(connection)) if one.stream)
    for connection in connections:
        connection.close()
    p99 = probing.percentile(prober.waits, 99)
    faults = [f"{prober.refused} of {len(prober.waits)} others were refused"] if prober.refused else []
    faults += [f"p99 of others is {p99:.0f} ms"] if p99 > 5 * options.limit_ms else []
    faults += [f"{answered} streams were answered before their end"] if answered else []
    faults += [f"{most >> 20} MiB are resident"] if most > LIMIT else []
    return (
        f"2 500 slow streams: {len(prober.waits)} requests by another, {prober.refused} refused, p99 {p99:.1f} ms; "
        f"{most >> 20} MiB resident ({before >> 20} before)"
    ), faults


def so_far(connection):
    """What has come and was not read."""
    connection.settimeout(0.05)
    came = b""
    try:
        while part := connection.recv(1 << 16):
            came += part
    except OSError:
        pass
    return came


LIMIT = 200 << 20
# What is asked for, and the bytes at least that its answer has.
ANSWERS = {
    "/api/posts?count=1000": 20_000_000, "/scores.json": 1_000_000, "/scores.xml": 1_000_000, "/scores": 1_000_000,
    "/es/jsonapi/node/scity_route?include=field_route_nearby": 9_000, "/videoclub/openapi.json": 10_000,
}


def fill(target, posts=1_000, scores=10_000):
    """Writes posts as long as they may be, and scores whose names are."""
    with target.connect(60) as connection:
        add(connection, "/api/posts", {"title": "t", "body": "b" * 20_000}, posts)
    for _ in range(scores // 1_000):
        with target.connect(60) as connection:
            add(connection, "/scores.json", {"name": "n" * 200, "total": 1}, 1_000)


def add(connection, path, value, count):
    """Adds something many times, one after another."""
    content = json.dumps(value)
    message = f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n{content}"
    for _ in range(count):
        connection.sendall(message.encode())
        answer = b""
        while not (found := wire.answers(answer)[0]) or len(found[0].content) < int(found[0].fields["content-length"][0]):
            part = connection.recv(1 << 16)
            if not part:
                raise RuntimeError(f"{path} is answered with {answer[:200]}")
            answer += part
        if found[0].status != 201:
            raise RuntimeError(f"{path} is answered with {answer[:200]}")


def in_http1(target, path):
    connection = target.connect(buffer=4_096)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
    return connection


def in_http2(target, path):
    """Thirty requests on one connection whose windows stay shut."""
    connection = target.connect(buffer=4_096)
    shut = frame(http2.SETTINGS, 0, 0, struct.pack(">HI", 4, 0))
    connection.sendall(http2.PREFACE + shut + b"".join(frame(1, 5, 2 * i + 1, http2.head(path)) for i in range(30)))
    return connection


def unread(target, path, ask, count):
    """Clients that ask and never read: the most memory meanwhile, and the other's waits."""
    connections, most = [], 0
    with probing.Prober(target) as prober:
        for _ in range(count):
            connections.append(ask(target, path))
        for _ in range(40):
            time.sleep(0.1)
            most = max(most, target.resident)
    for connection in connections:
        connection.close()
    return most, prober


def attack(target, _):
    fill(target)
    faults, shown, before = [], [], target.resident
    for path, size in ANSWERS.items():
        status, _, content = target.get(path, 60)
        if status != 200 or len(content) < size:
            faults.append(f"{path} has {len(content)} bytes ({status}), of which nothing is shown")
        for version, ask, count in (("1.1", in_http1, 30), ("2", in_http2, 4)):
            most, prober = unread(target, path, ask, count)
            p99 = probing.percentile(prober.waits, 99)
            shown.append(f"{path.partition('?')[0]} in HTTP/{version} {most >> 20} MiB")
            if most > LIMIT:
                faults.append(f"{path} in HTTP/{version}: {most >> 20} MiB are resident")
            if prober.refused or p99 > 500:
                faults.append(f"{path} in HTTP/{version}: another waits {p99:.0f} ms (p99), {prober.refused} refused")
    return (
        f"30 clients, and 120 streams whose windows stay shut, that never read: {before >> 20} MiB resident before, at most "
        + ", ".join(shown)
    ), faults
