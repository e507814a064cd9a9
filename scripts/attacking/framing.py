"""Messages whose length, end or target two readers could take differently: each is one request at most, or none."""

import re

SMUGGLED = b"GET /health/live HTTP/1.1\r\nHost: smuggled\r\n\r\n"
HEAD = "POST /scores.json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"

LENGTHS = [
    "Content-Length: 0\r\nContent-Length: 5", "Content-Length: 5, 0", "Content-Length: +0", "Content-Length: -1",
    "Content-Length: 0x5", "Content-Length: 0 0", "Content-Length:\t\v0", "Content-Length: 00000000000000000000005",
    "Content-Length: 18446744073709551616", "Content-Length: 9223372036854775808", "Content-Length : 0",
    " Content-Length: 0", "Content-Length\x00: 0", "Content-Length: 5\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 5", "Transfer-Encoding: chunked, chunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "Transfer-Encoding: identity",
    "Transfer-Encoding: chunked, identity", "Transfer-Encoding: xchunked", "Transfer-Encoding:\x0bchunked",
    "Transfer-Encoding: chunked;a=b", "Transfer-Encoding: \"chunked\"", "Transfer-Encoding : chunked",
    "Transfer-Encoding\r\n : chunked", "X: y\r\n Transfer-Encoding: chunked", "Transfer-Encoding:\r\n chunked",
    "X: y\nTransfer-Encoding: chunked", "X: y\rTransfer-Encoding: chunked", "Transfer_Encoding: chunked",
    "X: \x00\r\nContent-Length: 0", "Expect: 100-continue\r\nContent-Length: 0\r\nContent-Length: 5",
    "Connection: Content-Length\r\nContent-Length: 5", "Connection: Transfer-Encoding\r\nTransfer-Encoding: gzip",
]

CHUNKS = [
    b"0\n\r\n", b"0\r\n\n", b"0\r\r\n\r\n", b"00000000000000000000\r\n\r\n", b"0 \r\n\r\n", b"0;\n\r\n", b"0x0\r\n\r\n",
    b"-1\r\n", b"+0\r\n\r\n", b"10000000000000000\r\n", b"ffffffffffffffff\r\n", b"1\r\naX\r\n0\r\n\r\n", b"1\r\na\n0\r\n\r\n",
    b"1\r\na\r0\r\n\r\n", b"1\na\r\n0\r\n\r\n", b"0;a=\"\r\n\r\n\"\r\n\r\n", b"0\r\nContent-Length: 5\r\n\r\n", b"0\r\n X: y\r\n\r\n",
    b"0\r\nX y\r\n\r\n", b"0\r\nHost: b\r\n\r\n", b"0\r\nTransfer-Encoding: chunked\r\n\r\n", b"0;" + b"a" * 9000 + b"\r\n\r\n",
    b"\r\n0\r\n\r\n", b" 0\r\n\r\n", b"G\r\n", b"0\x00\r\n\r\n",
]

LINES = [
    "GET  /health/live HTTP/1.1", "GET /health/live  HTTP/1.1", "GET\t/health/live\tHTTP/1.1", " GET /health/live HTTP/1.1",
    "GET /health/live HTTP/1.1 ", "GET /health/live HTTP/1.10", "GET /health/live HTTP/2.0", "GET /health/live http/1.1",
    "GET /health/live HTTP/1.1\x00", "GET /health/live", "GET /health/live HTTP/0.9", "G\x00T /health/live HTTP/1.1",
    "GET /health\x00/live HTTP/1.1", "GET /health/live#a HTTP/1.1", "GET //health/live HTTP/1.1", "GET http:///health/live HTTP/1.1",
    "GET http://a@b/health/live HTTP/1.1", "GET http://b:99999/health/live HTTP/1.1", "GET * HTTP/1.1", "CONNECT a:80 HTTP/1.1",
    "OPTIONS * HTTP/1.1", "GET health/live HTTP/1.1", "GET /\xff HTTP/1.1", "GET /%00 HTTP/1.1", "GET /%zz HTTP/1.1", "PRI * HTTP/2.0",
    "GET /health/live HTTP/1.1\r\nHost: b", "GET /health/live HTTP/1.1\r\nHost: a b", "GET /health/live HTTP/1.1\r\nHost: a:b",
    "GET /health/live HTTP/1.1\r\nHost:", "GET /health/live HTTP/1.1\r\nHost: a,b", "GET /health/live HTTP/1.1\r\nHost: a/b",
    "GET /health/live HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
    "GET /health/live HTTP/1.1\r\nConnection: Host", "TRACE / HTTP/1.1", "GET /health/live HTTP/1.1\r\nX" + "y" * 9000 + ": z",
]


def attack(target, _):
    """Two requests in one message of which the second is hidden by the framing of the first."""
    faults, tried = [], 0
    messages = [(HEAD + length + "\r\n\r\n").encode("latin-1") + b"0\r\n\r\n" + SMUGGLED for length in LENGTHS]
    messages += [(HEAD + "Transfer-Encoding: chunked\r\n\r\n").encode() + chunk + SMUGGLED for chunk in CHUNKS]
    messages += [(line + "\r\nHost: a\r\n\r\n").encode("latin-1") + SMUGGLED for line in LINES]
    # Each is tried whole, and byte by byte for readers that decide by what has come.
    for message in messages:
        for pieces in (False, True):
            tried += 1
            answer = slowly(target, message) if pieces else target.exchange(message)
            statuses = [int(code) for code in re.findall(rb"HTTP/1\.1 (\d\d\d) ", answer)]
            final = [code for code in statuses if code >= 200]
            if b"<timeout>" in answer:
                faults.append(f"no answer to {message[:120]!r}")
            elif line_of_http2(message):
                if not answer.startswith(b"\x00\x00"):
                    faults.append(f"no frame of HTTP/2 for {message[:40]!r}")
            elif not final:
                faults.append(f"no status for {message[:120]!r}: {answer[:80]!r}")
            elif final[0] >= 500 and final[0] not in (501, 505):
                faults.append(f"{final[0]} for {message[:120]!r}")
            elif final[0] >= 400 and len(final) > 1 and b"connection: close" in answer.split(b"\r\n\r\n")[0].lower():
                faults.append(f"{final} after a farewell for {message[:120]!r}")
    return f"{tried} messages of doubtful length, end or target; each answered, none with a failure of the server", faults


def line_of_http2(message):
    """Whether it begins as connections in HTTP/2 do."""
    return message.startswith(b"PRI * HTTP/2.0\r\n")


def slowly(target, message):
    """Sends a message byte by byte."""
    answer = b""
    with target.connect() as connection:
        try:
            for index in range(len(message)):
                connection.sendall(message[index : index + 1])
            connection.shutdown(1)
            while part := connection.recv(1 << 16):
                answer += part
        except (ConnectionResetError, BrokenPipeError):
            pass
        except TimeoutError:
            return answer + b"<timeout>"
    return answer or b"HTTP/1.1 400 reset "
