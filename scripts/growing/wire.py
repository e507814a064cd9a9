"""Requests as bytes, what a connection answers to them, and the families of requests in which a piece is repeated."""

import re
import socket
import time
from typing import NamedTuple


class Family(NamedTuple):
    """A request that grows: `make(count)` are its bytes, of which repetitions take `size` at most."""

    name: str
    # The place that is tried; what is turned away is counted by it.
    place: str
    make: object
    size: int
    # Whether the client ends its side, where the server would not end the connection.
    ends: bool = False
    # How many bytes are sent at a time; all of them at once otherwise.
    piece: int = None
    # What `size` is of, where what is sent is compressed.
    unpacked: object = None

    def send(self, port, count):
        """The answer to so many repetitions."""
        return exchange(port, self.make(count), self.piece, self.ends)


def request(method, target, fields=(), content=None):
    """The bytes of a request, whatever stands in it."""
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in dict(fields).items()]
    if content is not None:
        lines.append(f"Content-Length: {len(content)}")
    return "\r\n".join(lines + ["", ""]).encode("utf-8", "surrogatepass") + (content or b"")


def get(port, target, fields=()):
    """The status, the head and the content of an answer."""
    return answer_of(exchange(port, request("GET", target, fields)))


def answer_of(answer):
    """The status, the head and the content; the status is 0 where nothing is answered that HTTP/1.1 knows."""
    head, _, content = answer.partition(b"\r\n\r\n")
    return status_of(answer), head.decode("latin-1"), content


def status_of(answer):
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    return int(found[1]) if found else 0


def field(head, name):
    """The value of a field of a head; nothing where it has none."""
    found = re.search(rf"^{name}:[ ]*([^\r\n]*)", head, re.IGNORECASE | re.MULTILINE)
    return found[1].strip() if found else ""


def exchange(port, message, piece=None, ends=False, patience=600):
    """Sends bytes, all at once or in pieces that are read one by one, and reads until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        answer = b""
        try:
            step = piece or max(len(message), 1)
            is_read = bool(piece)
            for start in range(0, len(message), step):
                connection.sendall(message[start : start + step])
                is_read = is_read and _wait_until_read(port, connection)
            if ends:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                answer += part
                # A stream has no end.
                if b"\r\nContent-Type: text/event-stream" in answer[:4096]:
                    break
        except (ConnectionResetError, BrokenPipeError):
            pass
        return answer


def _wait_until_read(port, connection):
    """Waits until the program on the other side has taken what was sent, so that the kernel joins no pieces.

    Nothing more is worth waiting for where it takes nothing.
    """
    # A line of this table is a socket; the server's has our port as the remote one.
    line = re.compile(rf"0100007F:{port:04X} 0100007F:{connection.getsockname()[1]:04X} \w+ \w+:(\w+)")
    deadline = time.monotonic() + 2
    while time.monotonic() < deadline:
        with open("/proc/net/tcp") as table:
            found = line.search(table.read())
        if not found or int(found[1], 16) == 0:
            return found is not None
        time.sleep(0.0005)
    return False
