"""Requests that chance has changed: none may be answered with a failure of the server, or not at all."""

import collections
import random
import re

import seeds
import wire

FIELDS = [
    "Accept: application/json;q=0.5, */*", "Accept-Language: es-ES, en;q=0.5", "If-None-Match: \"a\", W/\"b\"", "If-Match: *",
    "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", "Range: bytes=0-1,5-", "Accept-Encoding: gzip, br;q=0.1", "Cookie: a=b; c=d",
    "Idempotency-Key: \"abc\"", "Content-Encoding: gzip", "Forwarded: for=1.2.3.4;proto=https", "X-HTTP-Method-Override: PUT",
    "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "Origin: http://a.example", "SOAPAction: \"a\"", seeds.MEMBER,
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


def message(random_, requests):
    method, path, kind, content = random_.choice(requests)
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


def attack(target, options):
    requests, faults = seeds.tried(target)
    random_, statuses = random.Random(1), collections.Counter()
    for _ in range(options.count):
        sent = message(random_, requests)
        answer = target.ask(sent)
        status, _, content = wire.answer(answer)
        statuses[status // 100] += 1
        # SOAP 1.1 §6.2 answers every fault with 500, the caller's, too; those of the server are none of them.
        is_fault = status == 500 and b":Fault" in content and not re.search(rb"(Server</faultcode>|:Receiver<)", content)
        if status >= 500 and status not in (501, 505) and not is_fault:
            faults.append(f"{status} for {sent[:300]!r}")
        if answer.endswith(b"<timeout>") or not answer:
            faults.append(f"no answer to {sent[:300]!r}")
        if target.process.poll() is not None:
            faults.append(f"the server has ended at {sent!r}")
            break
    shown = ", ".join(f"{statuses[kind]} × {kind}xx" if kind else f"{statuses[kind]} without" for kind in sorted(statuses))
    return (
        f"{len(requests)} requests for every operation of {len(seeds.DOCUMENTS)} documents, "
        f"{sum(statuses.values())} times changed by chance: {shown}; {len(faults)} wrong"
    ), faults
