"""The requests in which pieces are repeated: every place of every operation that a server describes."""

import glob
import re
import urllib.parse

import frames
import grammars
from operations import SOURCES
from wire import Family, exchange, request, status_of

# The most bytes of a line and of a field, of which a server takes 8 KiB; and of a head, of which it takes 32 KiB.
LINE, TOGETHER = 7_900, 4


def registered_fields():
    """The names of all fields that the sources name, without those that frame a message."""
    found = set()
    for path in glob.glob(SOURCES + "/**/*.swift", recursive=True):
        with open(path) as source:
            text = source.read()
        found.update(re.findall(r'(?:FieldName\((?:known: )?|ields\[(?:values: |list: )?|FieldName = )"([A-Za-z0-9-]+)"', text))
        found.update(re.findall(r'"((?:[A-Z][A-Za-z0-9]*-)+[A-Za-z0-9]+)"', text))
    return sorted(found - {"Connection", "Host", "Content-Length", "Transfer-Encoding"})


def _asked(operation, target=None, fields=(), body=None, content=None):
    """A request of an operation, by whom it is meant for."""
    head = {**operation.fields, **(body.head if body else {}), **dict(fields)}
    return request(operation.method, target or operation.target, head, content)


def of_fields(operation, port):
    """Fields several at a time, or each by itself where a refusal of one may hide the others."""
    body = next((body for body in operation.bodies if not body.is_guessed), None)
    content = body.sample.encode() if body else None
    usual = status_of(exchange(port, _asked(operation, body=body, content=content)))
    names = registered_fields()
    groups = [names[start : start + TOGETHER] for start in range(0, len(names), TOGETHER)]
    for group in groups:
        for piece in grammars.VALUES:
            def family(some, piece=piece):
                def make(count):
                    fields = {name: piece.repeated(count).strip() for name in some}
                    return _asked(operation, None, fields, body, content)
                name = f"{operation.name}: {' '.join(some)}: {piece.name}"
                return Family(name, operation.name + ": fields", make, LINE * len(some) - 300)
            together = family(group)
            if status_of(exchange(port, together.make(2))) == usual:
                yield together
            else:
                yield from (family([name]) for name in group)


def of_accept(operation):
    """The field by which the form of the answer is chosen."""
    for piece in grammars.VALUES:
        def make(count, piece=piece):
            return _asked(operation, None, {"Accept": piece.repeated(count).strip()})
        yield Family(f"{operation.name}: Accept: {piece.name}", operation.name + ": fields", make, LINE)


# What a server behind a proxy reads, by the option that has it read that.
FORWARDED = {
    (): ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Port", "X-Request-Id", "traceparent"],
    ("--forwarded",): ["Forwarded"],
}


def of_proxies(operation, names):
    """What a proxy says, which is read only where it is trusted."""
    for name in names:
        for piece in grammars.VALUES + grammars.FORWARDED:
            def make(count, name=name, piece=piece):
                return _asked(operation, None, {name: piece.repeated(count).strip()})
            yield Family(f"{operation.name}: {name}: {piece.name}", operation.name + ": proxies", make, LINE)


def of_paths(operation):
    stem, _, rest = operation.path.partition("{")
    ends = ["", rest.partition("}")[2]] if rest.partition("}")[2] else [""]
    for end in ends:
        for piece in grammars.PATHS:
            def make(count, piece=piece, end=end):
                target = urllib.parse.quote(stem + piece.repeated(count) + end, safe="/%;+.=")
                return _asked(operation, target)
            name = f"{operation.name}: path {piece.name}{end}"
            yield Family(name, operation.name + ": path", make, LINE - len(operation.path))


def of_queries(operation):
    size = LINE - 2 * len(operation.target) - 100
    for before in [""] + [name + "=" for name in operation.queries]:
        for piece in grammars.FORMS + grammars.QUERIES:
            def make(count, before=before, piece=piece):
                query = urllib.parse.quote(before + piece.repeated(count), safe="&=%[]+;.,")
                return _asked(operation, operation.target + "?" + query)
            yield Family(f"{operation.name}: ?{before}{piece.name}", operation.name + ": query", make, size)


def _is_taken(operation, body, port):
    """Whether a type of content is taken that no description names."""
    if not body.is_guessed:
        return True
    answer = exchange(port, _asked(operation, None, (), body, b"1"))
    return status_of(answer) not in (404, 405, 415)


def of_contents(operation, port, size):
    for body in operation.bodies:
        if not _is_taken(operation, body, port):
            continue
        for before, after in body.frames:
            for piece in body.pieces:
                def make(count, body=body, piece=piece, before=before, after=after):
                    content = (before + piece.repeated(count) + after).encode("utf-8", "surrogatepass")
                    return _asked(operation, None, (), body, content)
                name = f"{operation.name}: {body.kind} {before[-40:]}{piece.name}{after}"
                room = min(size, body.limit - len(make(0)) - 100)
                yield Family(name, f"{operation.name}: {body.kind}", make, room)


# How many bytes are sent at a time, and of how many: each piece wakes the server.
PIECES = [(1, 400), (7, 2_800), (1_024, None)]
# What holds a text that grows, by what the name of its type ends with.
TEXTS = {
    "json": '{"title":"%s"}', "xml": "<s><name>%s</name></s>", "urlencoded": "name=%s", "csv": "%s",
    "form-data": "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n%s\r\n--x--\r\n",
}  # fmt: skip


def of_pieces(operation, port, size):
    """Contents that arrive in pieces: a few families, and short ones."""
    for body in operation.bodies:
        text = next((text for end, text in TEXTS.items() if body.kind.endswith(end)), None)
        if not text or not _is_taken(operation, body, port):
            continue
        for piece, most in PIECES:
            def make(count, body=body, text=text):
                return _asked(operation, None, (), body, (text % ("a" * count)).encode())
            name = f"{operation.name}: {body.kind} by {piece}"
            yield Family(name, operation.name + ": pieces", make, min(most or size, body.limit - 1_000), piece=piece)


# Heads and what stands between requests, with their sizes; a head has a hundred fields at most.
_HEAD = "GET /health/live HTTP/1.1\r\nHost: a\r\n"
_CHUNKS = "POST /scores HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
HEADS = {
    "pipelined requests": (lambda n: _HEAD + "\r\n" + (_HEAD + "\r\n") * n, 48_000),
    "empty lines before": (lambda n: "\r\n" * n + _HEAD + "\r\n", LINE),
    "different fields": (lambda n: _HEAD + "".join(f"x-{i}: y\r\n" for i in range(min(n, 90))) + "\r\n", 700),
    "equal fields": (lambda n: _HEAD + "x: y\r\n" * min(n, 90) + "\r\n", 540),
    "long fields": (lambda n: _HEAD + "".join(f"x-{i}: {'y' * n}\r\n" for i in range(4)) + "\r\n", 4 * LINE - 300),
    "equal fields of a list": (lambda n: _HEAD + "Accept: a/b\r\n" * min(n, 90) + "\r\n", 1_170),
    "target": (lambda n: _HEAD.replace("/health", "/" + "a" * n) + "\r\n", LINE),
    "host": (lambda n: _HEAD.replace("Host: a", "Host: " + "a" * n) + "\r\n", LINE),
    "method": (lambda n: "A" * n + _HEAD + "\r\n", LINE),
    "spaces before a value": (lambda n: _HEAD + "x:" + " " * n + "y\r\n\r\n", LINE),
    "chunks": (lambda n: _CHUNKS + "1\r\na\r\n" * n + "0\r\n\r\n", 48_000),
    "chunk extensions": (lambda n: _CHUNKS + "1" + ";a=b" * n + "\r\na\r\n0\r\n\r\n", LINE),
    "trailer fields": (lambda n: _CHUNKS + "0\r\n" + "".join(f"x-{i}: y\r\n" for i in range(n)) + "\r\n", LINE),
    "zeros of a chunk": (lambda n: _CHUNKS + "0" * n + "1\r\na\r\n0\r\n\r\n", LINE),
}


def of_heads():
    """What stands around requests, and between them; all at once and in pieces."""
    for name, (make, size) in HEADS.items():
        def encoded(count, make=make):
            return make(count).encode()
        yield Family(f"HTTP/1.1: {name}", "HTTP/1.1", encoded, size, True)
        for piece, most in PIECES[:2]:
            yield Family(f"HTTP/1.1: {name} by {piece}", "HTTP/1.1", encoded, min(most, size), True, piece)


# Those frames that also come in pieces: without content, with a header section, with content.
IN_PIECES = ("SETTINGS", "HEADERS", "CONTINUATION", "DATA", "texts", "continuations of text", "pings within a message")


def of_frames(size):
    """Frames of HTTP/2 and header sections, all at once; some of them in pieces."""
    for name, repeated in frames.HTTP2.items():
        def make(count, repeated=repeated):
            return frames.PREFACE + repeated.repeated(count)
        yield Family(f"HTTP/2: {name}", "HTTP/2", make, size, True)
        for piece, most in PIECES[:2] if name in IN_PIECES else ():
            yield Family(f"HTTP/2: {name} by {piece}", "HTTP/2", make, most, True, piece)
    for name, coded in frames.SECTIONS.items():
        # A section of 32 KiB is taken, fields counted with 32 bytes each; beyond that it is refused.
        for most in (LINE, 30_000, 140_000):
            def make(count, coded=coded):
                return frames.section(coded(count))
            yield Family(f"HTTP/2: {name}, {most} bytes", "HTTP/2", make, most, True)


_OPENING = {
    "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}  # fmt: skip
_CLOSE = frames.websocket_frame(0x88, b"\x03\xe8")


def _opened(operation, fields=()):
    head = {**_OPENING, **dict(fields)}
    return _asked(operation, None, head).replace(b"Connection: close", b"Connection: Upgrade")


def of_websockets(operation, size):
    """Frames behind a real opening, one frame that grows, and the fields of openings."""
    place, opening = f"WebSocket {operation.path}", _opened(operation)
    for name, repeated in frames.websockets(is_masked=True):
        def make(count, repeated=repeated):
            return opening + repeated.repeated(count) + _CLOSE
        # Messages are answered by what the service does, a row of its database for each.
        yield Family(f"{place}: {name}", place, make, size // 8)
        for piece, most in PIECES if name in IN_PIECES else ():
            yield Family(f"{place}: {name} by {piece}", place, make, min(most or size, size // 8), piece=piece)
    texts = [piece.repeated for piece in grammars.JSON]
    texts += [lambda n, payload=payload: payload * n for payload in frames.PAYLOADS]
    compressing = _opened(operation, {"Sec-WebSocket-Extensions": "permessage-deflate"})
    for number, text in enumerate(texts):
        def payload(count, text=text):
            made = text(count)
            return made.encode("utf-8", "surrogatepass") if isinstance(made, str) else made
        def plain(count, payload=payload):
            return opening + frames.websocket_frame(0x81, payload(count)) + _CLOSE
        def compressed(count, payload=payload):
            return compressing + frames.websocket_frame(0xC1, frames.deflated(payload(count))) + _CLOSE
        most = min(size, 16_000)
        yield Family(f"{place}: a text of {_named(number)}", place, plain, most)
        yield Family(f"{place}: a compressed text of {_named(number)}", place, compressed, most, unpacked=plain)
    for name in ("Protocol", "Extensions", "Key", "Version"):
        for piece in grammars.VALUES + grammars.EXTENSIONS:
            def make(count, name=name, piece=piece):
                return _opened(operation, {"Sec-WebSocket-" + name: piece.repeated(count).strip()}) + _CLOSE
            yield Family(f"{place}: Sec-WebSocket-{name}: {piece.name}", place + ": opening", make, LINE)


def _named(number):
    some = grammars.JSON
    return some[number].name if number < len(some) else repr(frames.PAYLOADS[number - len(some)])


def spread(families, count):
    """So many of the families, from the first to the last."""
    families = list(families)
    step = max(len(families) / count, 1)
    return [families[int(index * step)] for index in range(min(count, len(families)))]
