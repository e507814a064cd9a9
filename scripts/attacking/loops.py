"""Content as long as it may be that is dear to read, on one event loop, and how long another waits meanwhile."""

import time

import probing
import seeds
import wire

FORM, XML, JSON, JSONAPI, PARTS = "form", "xml", "json", "jsonapi", "parts"
KINDS = {
    FORM: "application/x-www-form-urlencoded", XML: "text/xml", JSON: "application/json", JSONAPI: "application/vnd.api+json",
    PARTS: "multipart/form-data; boundary=b",
}
MARKS = "\u0301\u0323"
ENVELOPE = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">'
PART = '--b\r\nContent-Disposition: form-data; name="{}"\r\n\r\n1\r\n'


def numbered(pattern, count):
    """A pattern so many times, each with another number."""
    return "".join(pattern.replace("#", str(number)) for number in range(count))


# What is cut off at the longest content that a path takes; a mebibyte of each at least.
CONTENTS = {
    JSON: {
        "deep lists": "[" * (1 << 20), "deep objects": '{"a":' * 220_000, "escapes": '{"name":"' + "\\u0041" * 180_000,
        "numbers": "[" + "1," * 530_000, "many keys": "{" + numbered('"k#":1,', 90_000), "one key": "{" + '"name":1,' * 120_000,
        "keys of marks": "{" + numbered(f'"a#{MARKS}":1,', 70_000), "a name of marks": '{"name":"a' + MARKS * 270_000 + '"}',
        "a long number": '{"total":' + "9" * (1 << 20), "many errors": '{"data":[' + '{"type":1,"id":[]},' * 60_000,
    },
    JSONAPI: {
        "many included": '{"data":{"type":"films"},"included":[' + numbered('{"type":"a","id":"#"},', 50_000),
        "many relationships": '{"data":{"type":"films","relationships":{' + numbered('"r#":{"data":null},', 55_000),
        "many attributes": '{"data":{"type":"films","attributes":{' + numbered('"a#":1,', 90_000), "deep": '{"data":' * 140_000,
        "many linked": '{"data":[' + numbered('{"type":"node--scity_route","id":"#"},', 30_000),
    },
    XML: {
        "deep": "<a>" * 350_000, "many": "<score>" + "<n/>" * 265_000, "references": "<score><name>" + "&amp;" * 210_000,
        "a prefix of marks": '<s xmlns="' + MARKS * 270_000 + '"/>', "attributes": "<a " + numbered('b#="" ', 110_000),
        "namespaces": "<a " + numbered('xmlns:b#="u" ', 70_000), "deep namespaces": numbered('<a xmlns:b#="u">', 60_000),
        "comments": "<a>" + "<!---->" * 150_000, "sections": "<a>" + "<![CDATA[]]>" * 90_000, "instructions": "<?a?>" * 210_000,
        "calls": ENVELOPE + "<s:Body>" + "<n/>" * 265_000, "heads": ENVELOPE + "<s:Header>" + numbered('<h# s:mustUnderstand="1"/>', 35_000),
        "scores": ENVELOPE + '<s:Body><AddScore xmlns="http://localhost:3000/webservices/"><score>' + "<name>a</name>" * 75_000,
    },
    FORM: {
        "lists": "a[]=&" * 210_000, "one name": "score[name]=1&" * 75_000, "many names": numbered("score[k#]=1&", 70_000),
        "escaped marks": "%CC%81%CC%A3" * 90_000, "deep": "score" + "[a]" * 350_000 + "=1", "pairs": "&" * (1 << 20),
        "many deep": numbered("score[a][b][c][#]=1&", 50_000), "a long value": "score[name]=" + "%41" * 350_000,
    },
    PARTS: {
        "many parts": numbered(PART.format("score[#]"), 15_000), "one name": PART.format("score[name]") * 15_000,
        "almost boundaries": PART.format("a")[:-3] + "\r\n--c" * 200_000, "a long name": PART.format("a" * (1 << 20)),
        "many fields": "--b\r\n" + numbered("X-#: a\r\n", 90_000), "dashes": PART.format("a")[:-3] + "\r\n-" * 350_000,
    },
}
CALL = ENVELOPE + '<s:Body><AddScore xmlns="http://localhost:3000/webservices/"><score>', "</score></AddScore></s:Body></s:Envelope>"
# The beginning, what is repeated, and the end of documents that are whole, so that all of them is read.
WHOLE = {
    JSON: {
        "a list": ("[", "1,", "1]"), "other keys": ("{", '"k#":1,', '"name":"a","total":1,"title":"a","body":"b"}'), "one key": ("{", '"name":1,', '"total":1}'),
        "keys of marks": ("{", f'"a#{MARKS}":1,', '"total":1}'), "a text": ('{"name":"', "\\u0041", '","total":1}'), "a title": ('{"title":"', MARKS, '","body":"b"}'),
        "lists for a name": ('{"name":[', "[],", "1]}"), "objects": ('{"name":{', '"a#":{},', '"b":1}}'),
    },
    JSONAPI: {
        "included": ('{"data":{"type":"films","attributes":{}},"included":[', '{"type":"a","id":"#"},', '{"type":"a","id":"b"}]}'),
        "attributes": ('{"data":{"type":"films","attributes":{', '"a#":1,', '"b":1}}}'), "linked": ('{"data":[', '{"type":"a","id":"#"},', '{"type":"a","id":"b"}]}'),
        "relationships": ('{"data":{"type":"films","relationships":{', '"r#":{"data":null},', '"s":{"data":null}}}}'),
    },
    XML: {
        "names": ("<score>", "<n#/>", "</score>"), "references": ("<score><name>", "&amp;", "</name></score>"), "attributes": ("<score ", 'b#="" ', "/>"),
        "comments": ("<score>", "<!---->", "</score>"), "one name": ("<score>", "<name>a</name>", "</score>"), "marks": ("<score><name>", MARKS, "</name></score>"),
        "a call of names": (CALL[0], "<name>a</name>", CALL[1]), "a call of others": (CALL[0], "<n#/>", CALL[1]), "a call of a text": (CALL[0] + "<name>", "&lt;", "</name>" + CALL[1]),
        "heads": (ENVELOPE + "<s:Header>", '<h# xmlns="u"/>', "</s:Header>" + CALL[0][len(ENVELOPE) :] + CALL[1]),
    },
    FORM: {"scores": ("", "score[k#]=1&", "score[name]=a")},
    PARTS: {"parts": ("", PART.format("score[#]"), "--b--\r\n"), "a file": (PART.format("score[name]")[:-3], "a\r\n", "--b--\r\n")},
}


def contents(kind, size):
    """What is sent to a path that takes so many bytes of a kind: what is cut off there, and what ends there."""
    for name, text in CONTENTS[kind].items():
        yield name, text.encode()[:size]
    for name, (first, part, last) in WHOLE[kind].items():
        room = size - len((first + last).encode())
        text = numbered(part, room // len(part.encode())).encode()[:room]
        # Numbers make parts longer; the last one that does not fit is left out.
        end = text.rfind(part.partition("#")[0].encode()) if "#" in part else room // len(part.encode()) * len(part.encode())
        yield f"whole {name}", first.encode() + text[:end] + last.encode()


# The most bytes that a path takes, and what it reads.
PLACES = [
    ("POST", "/scores", 1 << 20, (FORM, XML, JSON, PARTS)), ("POST", "/scores.json", 1 << 20, (JSON, FORM)), ("POST", "/play", 1 << 20, (JSON,)),
    ("POST", "/scores.xml", 1 << 20, (XML,)), ("POST", "/play.asmx", 1 << 20, (XML,)), ("POST", "/tops3.asmx", 1 << 16, (XML,)),
    ("POST", "/api/posts", 1 << 18, (JSON,)), ("POST", seeds.CATALOG, 1 << 16, (JSON, JSONAPI)), ("POST", seeds.NODES, 1 << 16, (JSONAPI,)),
    ("PATCH", seeds.NODES + seeds.ROUTE + "/relationships/field_route_nearby", 1 << 16, (JSONAPI,)),
    ("POST", "/playground/user", 1 << 16, (JSON, XML)), ("POST", "/apps/posts/new", 1 << 16, (FORM,)),
]


def send(target, prober, method, path, kind, content):
    """Sends content; the status, and the longest wait of the other meanwhile."""
    prober.take()
    message = wire.request(method, path, seeds.MEMBER, "Origin: http://localhost", content=content, kind=KINDS[kind])
    answer = wire.answer(target.exchange(message, patience=60, ends=False))
    time.sleep(3 * probing.PAUSE)
    return answer.status, prober.take()[-1]


def attack(target, options):
    """Another processor's work may keep the other waiting, too: what took too long is sent again, and counts if it does each time."""
    faults, longest, sent, statuses = [], {}, 0, {}
    with probing.Prober(target) as prober:
        time.sleep(1)
        calm = prober.take()
        for method, path, size, kinds in PLACES:
            for kind in kinds:
                for name, content in contents(kind, size):
                    found = []
                    while not found or found[-1] > options.limit_ms and len(found) < 4:
                        status, wait = send(target, prober, method, path, kind, content)
                        found.append(wait)
                        sent += 1
                    longest[f"{name} in {KINDS[kind].partition(';')[0]} to {path}"] = min(found)
                    statuses[status // 100] = statuses.get(status // 100, 0) + 1
                    # What is refused for its length or its type was not read, and shows nothing.
                    if status in (0, 401, 404, 405, 413):
                        faults.append(f"{name} in {kind} to {path} is answered with {status}")
    if prober.refused:
        faults.append(f"{prober.refused} of the other's requests were refused")
    faults += [f"{wait:.0f} ms for {name}" for name, wait in sorted(longest.items(), key=lambda one: -one[1]) if wait > options.limit_ms]
    dearest = max(longest, key=longest.get)
    waits = prober.waits
    shown = ", ".join(f"{statuses[kind]} × {kind}xx" for kind in sorted(statuses))
    return (
        f"{len(longest)} contents of up to 1 MiB ({sent} with repetitions; {shown}): another, who asked {len(waits)} times, waits "
        f"{probing.percentile(waits, 50):.1f} ms (p50), {probing.percentile(waits, 99):.1f} ms (p99), {max(waits):.1f} ms (max); "
        f"the dearest: {longest[dearest]:.1f} ms each time for {dearest}; {calm[-1]:.1f} ms at most without"
    ), faults
