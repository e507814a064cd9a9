"""Requests that are right but for what chance has changed: none may be answered with a failure of the server."""

import base64
import collections
import random
import re

BASIC = "Authorization: Basic " + base64.b64encode(b"test123:test123").decode()
ENVELOPE = (
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>'
    '<AddScore xmlns="http://localhost:3000/webservices/"><score><name>Ana</name><total>1</total></score></AddScore>'
    "</e:Body></e:Envelope>"
)

# Method, target, type and content of requests to every service.
SEEDS = [
    ("GET", "/scores.json?page=1", "", ""), ("POST", "/scores.json", "application/json", '{"score":{"name":"Ana","total":1}}'),
    ("POST", "/scores", "application/x-www-form-urlencoded", "score[name]=Ana&score[total]=1"),
    ("POST", "/scores.xml", "text/xml", "<score><name>Ana</name><total>1</total></score>"),
    ("PUT", "/scores/1.json", "application/json", '{"total":2}'), ("POST", "/play.asmx", "text/xml", ENVELOPE),
    ("POST", "/tops3.asmx", "text/xml", ENVELOPE), ("POST", "/play", "application/json", '{"name":"Ana","total":1}'),
    ("GET", "/api/posts?page=1&count=10", "", ""), ("POST", "/api/posts", "application/json", '{"title":"a","body":"b","author":1}'),
    ("PUT", "/api/posts/000000000000000000000000", "application/json", '{"title":"a","__v":0}'),
    ("GET", "/videoclub/api/v1/catalog", "", ""),
    ("POST", "/videoclub/api/v1/catalog", "application/json", '{"title":"a","year":"1990","director":"b"}'),
    ("PUT", "/videoclub/api/v1/catalog/1", "application/json", '{"title":"a"}'),
    ("PUT", "/videoclub/api/v1/catalog/1/rent", "", ""), ("DELETE", "/videoclub/api/v1/catalog/99", "", ""),
    ("GET", "/weather?q=Madrid&units=metric&lang=es", "", ""), ("GET", "/?t=Alien&y=1979", "", ""), ("GET", "/apps", "", ""),
    ("GET", "/playground/user?format=json", "", ""), ("GET", "/", "", ""), ("POST", "/apps/login", "application/x-www-form-urlencoded", "user=a&password=b"),
]
FIELDS = [
    "Accept: application/json;q=0.5, */*", "Accept-Language: es-ES, en;q=0.5", "If-None-Match: \"a\", W/\"b\"", "If-Match: *",
    "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", "Range: bytes=0-1,5-", "Accept-Encoding: gzip, br;q=0.1", "Cookie: a=b; c=d",
    "Idempotency-Key: \"abc\"", "Content-Encoding: gzip", "Forwarded: for=1.2.3.4;proto=https", "X-HTTP-Method-Override: PUT",
    "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "Origin: http://a.example", "SOAPAction: \"a\"", BASIC,
]
BITS = [
    b"\x00", b"\xff", b"\r\n", b"\n", b" ", b"\t", b"%00", b"%", b"%ff", b"'", b"\"", b"\\", b"<", b">", b"&", b";", b"[", b"]", b"{", b"}",
    b"--", b"../", b"%2e%2e%2f", b"\xc3\xa9", b"\xcc\x81" * 40, b"\xf0\x9f\x87\xa6" * 9, b"-1", b"0", b"1e999", b"9223372036854775808",
    b"18446744073709551616", b"NaN", b"null", b"true", b"A" * 300, b"&#0;", b"<!DOCTYPE a [", b"<![CDATA[", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"${a}",
]


def changed(random_, data, share):
    """Bytes in which some have been replaced, removed, doubled or put in."""
    data = bytearray(data)
    for _ in range(random_.choice((0, 1, 1, 2, 3, 8)) if share else 0):
        place = random_.randrange(len(data) + 1)
        what = random_.random()
        if what < 0.5:
            data[place:place] = random_.choice(BITS)
        elif what < 0.7:
            del data[place : place + random_.randrange(1, 8)]
        elif what < 0.85:
            data[place:place] = data[place : place + random_.randrange(1, 40)]
        elif place < len(data):
            data[place] = random_.randrange(256)
    return bytes(data)


def message(random_):
    method, path, kind, content = random_.choice(SEEDS)
    if random_.random() < 0.1:
        method = random_.choice(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "A" * 40])
    target = changed(random_, path.encode(), random_.random() < 0.4)
    body = changed(random_, content.encode(), random_.random() < 0.6) if content else b""
    fields = [b"Host: localhost", b"Connection: close"]
    for field in random_.sample(FIELDS, random_.randrange(4)):
        name, _, value = field.partition(": ")
        fields.append(name.encode() + b": " + changed(random_, value.encode(), random_.random() < 0.5))
    if kind:
        fields.append(b"Content-Type: " + changed(random_, kind.encode(), random_.random() < 0.1))
        fields.append(b"Content-Length: %d" % len(body))
    return method.encode() + b" " + target + b" HTTP/1.1\r\n" + b"\r\n".join(fields) + b"\r\n\r\n" + body


def patient(target, sent):
    """Waits a second for an answer; only then the client ends its side, which tells that nothing more comes."""
    answer = b""
    with target.connect(1) as connection:
        try:
            connection.sendall(sent)
            for wait in (1, 10):
                connection.settimeout(wait)
                try:
                    while part := connection.recv(1 << 16):
                        answer += part
                    return answer
                except TimeoutError:
                    connection.shutdown(1)
            return answer + b"<timeout>"
        except (ConnectionResetError, BrokenPipeError):
            return answer


def attack(target, options):
    random_ = random.Random(1)
    statuses, faults = collections.Counter(), []
    for _ in range(options.count):
        sent = message(random_)
        answer = patient(target, sent)
        found = re.match(rb"HTTP/1\.1 (\d\d\d) ", answer.replace(b"HTTP/1.1 100 Continue\r\n\r\n", b""))
        status = int(found[1]) if found else 0
        statuses[status // 100] += 1
        # SOAP 1.1 §6.2 answers every fault with 500, the caller's, too.
        is_fault = status == 500 and re.search(rb"(Client|VersionMismatch|MustUnderstand)</faultcode>", answer)
        if status >= 500 and status not in (501, 505) and not is_fault or answer.endswith(b"<timeout>"):
            faults.append(f"{status} for {sent[:300]!r}")
        if target.process.poll() is not None:
            faults.append(f"the server has ended at {sent!r}")
            break
    shown = ", ".join(f"{statuses[kind]} × {kind}xx" if kind else f"{statuses[kind]} without" for kind in sorted(statuses))
    return f"{sum(statuses.values())} requests that chance has changed: {shown}", faults
