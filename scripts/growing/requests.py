"""The requests in which pieces are repeated: every operation that a server describes, and every place of it."""

import base64
import glob
import json
import os
import re
import socket
import urllib.parse
from typing import NamedTuple

import grammars

SOURCES = os.path.join(os.path.dirname(__file__), "../../Sources")
BASIC = "Basic " + base64.b64encode(b"test123:test123").decode()

# The grammar of each type of content; what an operation does not take is asked for once.
CONTENTS = {
    "application/json": grammars.JSON,
    "application/xml": grammars.XML,
    "text/xml": grammars.XML + grammars.SOAP,
    "application/x-www-form-urlencoded": grammars.FORMS,
    "multipart/form-data; boundary=b": grammars.MULTIPART,
    "application/vnd.api+json": grammars.JSON + grammars.JSON_API,
    "text/csv": grammars.CSV,
}

# The most bytes of a head and of content; a server takes 8 KiB of a line and of a field.
HEAD = 6_000


class Operation(NamedTuple):
    method: str
    path: str
    queries: list
    properties: list
    is_socket: bool
    service: str

    @property
    def name(self):
        return f"{self.method} {self.path}"

    @property
    def target(self):
        """The path with a value for each parameter."""
        return re.sub(r"{[^}]*}", "1", self.path)


class Family(NamedTuple):
    """A request that grows: `make(count)` are its bytes, `unit` how many each repetition adds."""

    name: str
    make: object
    unit: int
    size: int
    # Whether the client ends its side, where the server would not end the connection.
    ends: bool = False
    # How many bytes are sent at a time; all of them at once otherwise.
    piece: int = None

    def send(self, port, count):
        """Asks with so many repetitions."""
        return exchange(port, self.make(count), self.piece, self.ends)


def get(port, path, accept="application/json"):
    """The status and the content of an answer."""
    head = request("GET", path, {"Accept": accept})
    answer = exchange(port, head)
    status, _, content = answer.partition(b"\r\n\r\n")
    return int(status.split()[1]), content


def request(method, target, fields=(), content=None):
    """The bytes of a request, whatever stands in it."""
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in dict(fields).items()]
    if content is not None:
        lines.append(f"Content-Length: {len(content)}")
    return "\r\n".join(lines + ["", ""]).encode("utf-8", "surrogatepass") + (content or b"")


def exchange(port, message, piece=None, ends=False, patience=600):
    """Sends bytes, all at once or in pieces, and reads until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        answer = b""
        try:
            step = piece or len(message)
            for start in range(0, len(message), step):
                connection.sendall(message[start : start + step])
            if ends:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                answer += part
        except (ConnectionResetError, BrokenPipeError):
            pass
        return answer


def operations(port):
    """Every operation that the server's first page leads to."""
    _, home = get(port, "/", "text/html")
    found = []
    for path in sorted(set(re.findall(r'"(/[^"]*openapi\.json)"', home.decode()))):
        document = json.loads(get(port, path)[1])
        base = urllib.parse.urlparse(document["servers"][0]["url"]).path.rstrip("/")
        for place, methods in document["paths"].items():
            for method, operation in methods.items():
                if method != "parameters":
                    found.append(_operation(document, method, base + place, operation))
    if not found:
        raise RuntimeError("the server describes no operation")
    return found


def _operation(document, method, path, operation):
    parameters = [item for item in operation.get("parameters", []) if item["in"] == "query"]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    properties = _resolved(document, content.get("schema", {})).get("properties", {})
    names = [item["name"] for item in parameters]
    return Operation(method.upper(), path, names, list(properties), "x-websocket" in operation, document["info"]["title"])


def _resolved(document, schema):
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def registered_fields():
    """The names of all fields that the sources name."""
    found = set()
    for path in glob.glob(SOURCES + "/**/*.swift", recursive=True):
        with open(path) as source:
            found.update(re.findall(r'(?:FieldName\((?:known: )?|ields\[)"([A-Za-z0-9-]+)"', text := source.read()))
            found.update(re.findall(r'"((?:[A-Z][A-Za-z0-9]*-)+[A-Za-z0-9]+)"', text))
    return sorted(found)


# As many fields are sent together, that all of them can be tried: a head has 32 KiB at most.
TOGETHER = 5


def of_fields(operation):
    names = [name for name in registered_fields() if name not in ("Connection", "Host", "Content-Length", "Transfer-Encoding")]
    for start in range(0, len(names), TOGETHER):
        for piece in grammars.VALUES:
            def make(count, some=names[start : start + TOGETHER], piece=piece):
                fields = {"Authorization": BASIC}
                fields.update((name, piece.repeated(count).strip()) for name in some)
                return request(operation.method, operation.target, fields)
            name = f"{operation.name}: {' '.join(names[start : start + TOGETHER])}: {piece.name}"
            yield Family(name, make, len(piece.unit.encode()), HEAD)


def of_paths(operation):
    stem = operation.path.split("{")[0]
    for piece in grammars.PATHS:
        def make(count, piece=piece):
            target = urllib.parse.quote(stem + piece.repeated(count), safe="/%;+.=")
            return request(operation.method, target, {"Authorization": BASIC})
        yield Family(f"{operation.name}: path {piece.name}", make, len(piece.unit), HEAD)


def of_queries(operation):
    for before in [""] + [name + "=" for name in operation.queries]:
        for piece in grammars.FORMS:
            def make(count, before=before, piece=piece):
                text = before + piece.repeated(count)
                query = urllib.parse.quote(text, safe="&=%[]+;.")
                return request(operation.method, operation.target + "?" + query, {"Authorization": BASIC})
            yield Family(f"{operation.name}: ?{before}{piece.name}", make, len(piece.unit), HEAD)


def of_contents(operation, port, size):
    if operation.method in ("GET", "HEAD"):
        return
    for kind, pieces in CONTENTS.items():
        fields = {"Content-Type": kind, "Authorization": BASIC}
        probe = exchange(port, request(operation.method, operation.target, fields, b"1"))
        if b" 415 " in probe[:16] or b" 404 " in probe[:16] or b" 405 " in probe[:16]:
            continue
        frames = [("", "")]
        if kind == "application/json":
            frames += [('{"%s":' % name, "}") for name in operation.properties]
        for before, after in frames:
            for piece in pieces:
                def make(count, fields=fields, piece=piece, before=before, after=after):
                    text = before + piece.repeated(count) + after
                    content = text.encode("utf-8", "surrogatepass")
                    return request(operation.method, operation.target, fields, content)
                name = f"{operation.name}: {kind} {before}{piece.name}{after}"
                yield Family(name, make, len(piece.unit) + len(piece.closing), size)


def of_pieces(operation, port):
    """Contents that arrive in pieces, each of which wakes the server: a few families, and short ones."""
    if operation.method in ("GET", "HEAD"):
        return
    texts = {"application/json": '{"title":"%s"}', "application/xml": "<s><name>%s</name></s>",
             "text/xml": "<s><name>%s</name></s>", "application/x-www-form-urlencoded": "name=%s",
             "multipart/form-data; boundary=b": "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n%s\r\n--b--\r\n",
             "text/csv": "%s"}
    for kind, text in texts.items():
        fields = {"Content-Type": kind, "Authorization": BASIC}
        probe = exchange(port, request(operation.method, operation.target, fields, b"1"))
        if b" 415 " in probe[:16] or b" 404 " in probe[:16] or b" 405 " in probe[:16]:
            continue
        for piece, size in (1, 2_000), (7, 12_000), (1_024, 48_000):
            def make(count, fields=fields, text=text):
                return request(operation.method, operation.target, fields, (text % ("a" * count)).encode())
            yield Family(f"{operation.name}: {kind} by {piece}", make, 1, size, piece=piece)


def of_heads():
    """What stands around requests, and between them."""
    head = "GET /health/live HTTP/1.1\r\nHost: a\r\n"
    ended = {
        "pipelined requests": lambda n: head + "\r\n" + (head + "\r\n") * n,
        "empty lines before": lambda n: "\r\n" * n + head + "\r\n",
        "different fields": lambda n: head + "".join(f"x-{i}: y\r\n" for i in range(min(n, 90))) + "\r\n",
        "equal fields": lambda n: head + "x: y\r\n" * min(n, 90) + "\r\n",
        "target": lambda n: head.replace("/health", "/" + "a" * n) + "\r\n",
        "method": lambda n: "A" * n + head + "\r\n",
    }
    content = "POST /scores HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    ended["chunks"] = lambda n: content + "1\r\na\r\n" * n + "0\r\n\r\n"
    ended["chunk extensions"] = lambda n: content + "1" + ";a=b" * n + "\r\na\r\n0\r\n\r\n"
    ended["trailer fields"] = lambda n: content + "0\r\n" + "".join(f"x-{i}: y\r\n" for i in range(n)) + "\r\n"
    ended["zeros of a chunk"] = lambda n: content + "0" * n + "1\r\na\r\n0\r\n\r\n"
    for name, make in ended.items():
        yield Family(f"HTTP/1.1: {name}", lambda n, make=make: make(n).encode(), 5, HEAD, True)


def of_frames(size):
    for name, frame in grammars.HTTP2.items():
        def make(count, frame=frame):
            return grammars.PREFACE + b"".join(frame(i) for i in range(count))
        yield Family(f"HTTP/2: {name}", make, len(frame(1)), size, True)


def of_websockets(path, size):
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    for name, frame in grammars.WEBSOCKETS.items():
        def make(count, head=head, frame=frame):
            return head.encode() + frame * count + b"\x88\x82\0\0\0\0\x03\xe8"
        # Messages are answered by what the service does, a row of its database for each.
        yield Family(f"WebSocket {path}: {name}", make, len(frame), size // 8)
