"""Messages whose length, end or target two readers could take differently, each with a request hidden in what follows.

What is hidden adds a score with a name of its own, so that it is seen whether it was carried out, whatever was answered.
"""

import json

import wire

POST = "POST /scores.json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"

# The answers that there have to be, and whether what is hidden is a request of its own by the rules.
REFUSED, PIPELINED, REFUSED_TWICE = ("one refusal", 1, False), ("two requests", 2, True), ("two refusals", 2, False)
# The same connection is asked once more where it is open still, so that two answers come at most.
WITHIN = ("one answer and the last one", 2, False)
LAST = b"GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

LENGTHS = [
    "Content-Length: 0\r\nContent-Length: 5", "Content-Length: 5, 0", "Content-Length: +0", "Content-Length: -1",
    "Content-Length: 0x5", "Content-Length: 0 0", "Content-Length:\t\v0", "Content-Length: 18446744073709551616",
    "Content-Length: 9223372036854775808", "Content-Length : 0", " Content-Length: 0", "Content-Length\x00: 0",
    "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5",
    "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "Transfer-Encoding: identity", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: xchunked",
    "Transfer-Encoding:\x0bchunked", "Transfer-Encoding: chunked;a=b", "Transfer-Encoding: \"chunked\"",
    "Transfer-Encoding : chunked", "Transfer-Encoding\r\n : chunked", "X: y\r\n Transfer-Encoding: chunked",
    "Transfer-Encoding:\r\n chunked", "X: y\nTransfer-Encoding: chunked", "X: y\rTransfer-Encoding: chunked",
    "X: \x00\r\nContent-Length: 0", "Expect: 100-continue\r\nContent-Length: 0\r\nContent-Length: 5",
    "Connection: Transfer-Encoding\r\nTransfer-Encoding: gzip", "Content-Length:", "Content-Length: 5;a", "Transfer-Encoding: ,",
    # Zeros in front change no length, and what Connection names belongs to the message all the same (RFC 9110 §7.6.1).
    ("Content-Length: 00000000000000000000005", PIPELINED), ("Connection: Content-Length\r\nContent-Length: 5", PIPELINED),
    # Another name is no length: what would be the content begins another request, which is none.
    ("Transfer_Encoding: chunked", REFUSED_TWICE), ("X-Content-Length: 5", REFUSED_TWICE),
]

CHUNKS = [
    b"0\n\r\n", b"0\r\n\n", b"0\r\r\n\r\n", b"00000000000000000000\r\n\r\n", b"0 \r\n\r\n", b"0;\n\r\n", b"0x0\r\n\r\n",
    b"-1\r\n", b"+0\r\n\r\n", b"10000000000000000\r\n", b"ffffffffffffffff\r\n", b"1\r\naX\r\n0\r\n\r\n", b"1\r\na\n0\r\n\r\n",
    b"1\r\na\r0\r\n\r\n", b"1\na\r\n0\r\n\r\n", b"0\r\n X: y\r\n\r\n", b"0\r\nX y\r\n\r\n", b"0;" + b"a" * 9000 + b"\r\n\r\n",
    b"\r\n0\r\n\r\n", b" 0\r\n\r\n", b"G\r\n", b"0\x00\r\n\r\n", b"0;a=\nb\r\n\r\n",
    # An extension is a name with a token or a quoted text (RFC 9112 §7.1.1), and a line ends whatever its quotes say.
    b"0;bad[=x\r\n\r\n", b"0;a=\"\r\n\r\n\"\r\n\r\n", b"0;a=\"b\r\n\r\n", b"0;=b\r\n\r\n",
    # What stands in trailers changes no message (RFC 9110 §6.5.1).
    (b"0\r\nContent-Length: 5\r\n\r\n", PIPELINED), (b"0\r\nHost: b\r\n\r\n", PIPELINED),
    (b"0\r\nTransfer-Encoding: chunked\r\n\r\n", PIPELINED), (b"0;a=\"b\"\r\n\r\n", PIPELINED),
]

HOST = "\r\nHost: a"
LINES = [
    *[line + HOST for line in (
        "GET  /health/live HTTP/1.1", "GET /health/live  HTTP/1.1", "GET\t/health/live\tHTTP/1.1", " GET /health/live HTTP/1.1",
        "GET /health/live HTTP/1.1 ", "GET /health/live HTTP/1.10", "GET /health/live HTTP/2.0", "GET /health/live http/1.1",
        "GET /health/live HTTP/1.1\x00", "GET /health/live", "GET /health/live HTTP/0.9", "G\x00T /health/live HTTP/1.1",
        "GET /health\x00/live HTTP/1.1", "GET /health/live#a HTTP/1.1", "GET http:///health/live HTTP/1.1",
        "GET http://a@b/health/live HTTP/1.1", "GET http://b:99999/health/live HTTP/1.1", "GET * HTTP/1.1",
        "CONNECT a:80 HTTP/1.1", "GET health/live HTTP/1.1", "GET /\xff HTTP/1.1", "GET /health/live HTTP/1.1\r\nHost: b",
        "GET /health/live HTTP/1.1\r\nX" + "y" * 9000 + ": z", "GET /health/live HTTP/1.0\r\nTransfer-Encoding: chunked",
    )],
    *["GET /health/live HTTP/1.1" + host for host in (
        "", "\r\nHost: a b", "\r\nHost: a:b", "\r\nHost:", "\r\nHost: a,b", "\r\nHost: a/b", "\r\nHost : a", "\r\nX: y\r\n Host: a")],
    # These are sound, whatever is answered: what follows is another request.
    *[(line + HOST, PIPELINED) for line in (
        "GET //health/live HTTP/1.1", "OPTIONS * HTTP/1.1", "GET /%00 HTTP/1.1", "GET /%zz HTTP/1.1", "TRACE / HTTP/1.1",
        "GET /health/live HTTP/1.1\r\nConnection: Host", "\r\nGET /health/live HTTP/1.1",
        "GET /health/live HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__")],
    ("GET /health/live HTTP/1.1\r\nHost: b", PIPELINED),
]

# What is refused before its content is read, which is the hidden request as a whole.
EARLY = [
    "POST /nowhere HTTP/1.1", "POST /health/live HTTP/1.1", "DELETE /api/posts HTTP/1.1", "POST /videoclub/api/v1/catalog HTTP/1.1",
    "POST /api/posts HTTP/1.1\r\nContent-Type: a/b", "POST /api/posts HTTP/1.1\r\nContent-Encoding: gzip", "GET /scores HTTP/1.1",
    "POST /apps/posts/new HTTP/1.1", "GET /game HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade", "HEAD /scores HTTP/1.1",
    "POST /api/posts HTTP/1.1\r\nExpect: 100-continue", "POST /api/posts HTTP/1.1\r\nExpect: a", "GET /health/live HTTP/1.0",
    "POST /play.asmx HTTP/1.1\r\nContent-Type: text/xml", "OPTIONS /api/posts HTTP/1.1", "TRACE / HTTP/1.1",
]


def hidden(name):
    """A request that adds a score."""
    content = json.dumps({"name": name, "total": 1})
    return f"{POST}Connection: close\r\nContent-Length: {len(content)}\r\n\r\n{content}".encode()


def cases():
    """What comes before and behind the hidden request, and what is expected."""
    for entry in LENGTHS:
        length, expected = entry if isinstance(entry, tuple) else (entry, REFUSED)
        yield (POST + length + "\r\n\r\n").encode("latin-1") + b"0\r\n\r\n", b"", expected
    for entry in CHUNKS:
        chunk, expected = entry if isinstance(entry, tuple) else (entry, REFUSED)
        yield (POST + "Transfer-Encoding: chunked\r\n\r\n").encode() + chunk, b"", expected
    for entry in LINES:
        line, expected = entry if isinstance(entry, tuple) else (entry, REFUSED)
        yield (line + "\r\n\r\n").encode("latin-1"), b"", expected
    for line in EARLY:
        size = len(hidden("000-0."))
        yield (line + HOST + f"\r\nContent-Length: {size}\r\n\r\n").encode(), LAST, WITHIN
        if "HTTP/1.0" not in line:
            head = line + HOST + f"\r\nTransfer-Encoding: chunked\r\n\r\n{size:x}\r\n"
            yield head.encode(), b"\r\n0\r\n\r\n" + LAST, WITHIN


def judge(answer, expected, was_carried_out, method):
    """What is wrong with an answer; nothing if all is well."""
    kind, count, is_request = expected
    if answer.endswith(b"<timeout>"):
        return "no end"
    found, rest = wire.answers(answer, is_head=method == b"HEAD")
    statuses = [one.status for one in found]
    refusals = [status for status in statuses if 400 <= status < 500 or status in (501, 505)]
    if rest:
        return f"{rest[:40]!r} behind the answers {statuses}"
    # SOAP 1.1 §6.2 answers every fault with 500.
    if any(one.status >= 500 and one.status not in (501, 505) and b":Fault" not in one.content for one in found):
        return f"a failure of the server, {statuses}"
    if expected is WITHIN and len(statuses) == 1:
        statuses.append(200)
    if expected is WITHIN and statuses[-1] != 200:
        return f"{statuses[-1]} for the last request"
    if len(statuses) != count or "refusal" in kind and len(refusals) != count:
        return f"answered with {statuses}, expected {kind}"
    if is_request != was_carried_out:
        return "what was hidden was carried out" if was_carried_out else "the second of two requests was not carried out"
    return None


def attack(target, _):
    """Each message whole, and byte by byte for readers that decide by what has come."""
    faults, sent = [], []
    for index, (before, after, expected) in enumerate(cases()):
        for pieces in (0, 1):
            name = f"{index:03}-{pieces}."
            message = before + hidden(name) + after
            answer = target.ask(message, piece=1 if pieces else 1 << 20)
            sent.append((name, before, answer, expected))
    added = {score["name"] for score in json.loads(target.get("/scores.json")[2])}
    for name, before, answer, expected in sent:
        if fault := judge(answer, expected, name in added, before.split(b" ")[0]):
            faults.append(f"{fault}: {before[:140]!r}{', byte by byte' if name.endswith('1.') else ''}")
    if not target.exchange(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").startswith(b"\x00\x00"):
        faults.append("no frame of HTTP/2 behind its preface")
    apart = sum(expected is PIPELINED for *_, expected in sent)
    return (
        f"{len(sent)} messages of doubtful length, end or target: {len(sent) - apart} with a hidden request, "
        f"{apart} that are two by the rules; {len(faults)} answered otherwise than they have to be"
    ), faults
