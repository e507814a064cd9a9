"""Fields of requests that ask for a great many things at once, or for somebody else's."""

import json

import seeds
import tables
import wire
from tables import Case, answered

POSTER, POSTS = "/videoclub/posters/seven.svg", "/api/posts"
RANGES = [
    "bytes=" + ",".join(f"{i}-{i}" for i in range(1_500)), "bytes=" + ",".join(["0-"] * 1_500), "bytes=" + ",".join(["-1"] * 1_500), "bytes=0-" + "9" * 400,
    "bytes=" + "9" * 400 + "-", "bytes=-" + "9" * 400, f"bytes={2 ** 63 - 1}-{2 ** 63}", "bytes=5-1", "bytes=", "bytes=-", "bytes=--1", "bytes=a-b",
    "bytes=0-0,0-0,0-0,0-0", "bytes=" + "," * 5_000, "lines=0-1", "bytes=0-1;2", "bytes =0-1", "bytes=0x0-0x1", "bytes=+1-2", "-1", "bytes=-0",
]
MANY = [f"application/x-a{i};q=0.{i % 10}" for i in range(380)]
ACCEPTS = {
    "Accept": [",".join(MANY), "*/*;" + "a=b;" * 1_900, ",".join(["text/*;q=0.5"] * 600), "," * 8_000, "*/*;q=" + "9" * 4_000, 'a/b;c="' + "\\\\" * 3_900,
               "text/html;q=0.0000001, */*;q=-1", "a/" + "b" * 7_900, "*/" + ";" * 7_900, "\xff/\xff"],
    "Accept-Language": [",".join(f"l{i}" for i in range(1_300)), "es-" + "a-" * 3_900, "*;q=" + "9" * 4_000, "," * 8_000, "../../etc/passwd"],
    "Accept-Encoding": [",".join(f"c{i}" for i in range(1_300)), "gzip;q=0,*;q=0", "identity;q=0", "br;q=1e9,gzip", "," * 8_000],
    "Accept-Charset": ["," * 8_000, "utf-7", "*;q=0"],
}
TAGS = {
    "many": (",".join(f'"{i}"' for i in range(1_300)), (400, 412)), "many weak ones": (",".join(f'W/"{i}"' for i in range(1_000)), (400, 412)),
    "the right one, weak": ("W/{tag}", (412,)), "none": ('""', (412,)), "no quotes": ("{bare}", (400, 412)), "half a quote": ('"', (400, 412)),
    "a star among others": ('*, "a"', (400, 412)), "commas": ("," * 7_000, (400, 412)), "the right one cut off": ("{short}", (400, 412)),
    "a star in quotes": ('"*"', (412,)), "an escape": ('"\\"', (400, 412)), "the right one behind many": (",".join(['"a"'] * 1_000) + ",{tag}", (200, 400)),
    "the right one behind some": (",".join(['"a"'] * 20) + ",{tag}", (200,)),
}
KEYS = ["", '""', '"' + "a" * 8_000 + '"', "a" * 8_000, '"a", "b"', '"\xff"', '"a\\"b"', "a b", '"' + "a" * 256 + '"', '"a\tb"']


def written(target, title="tagged", *fields):
    return wire.answer(target.ask(wire.request("POST", POSTS, *fields, content=json.dumps({"title": title, "body": "b"}), kind=seeds.JSON)))


def tags(target):
    """A change with If-Match that does not name what there is changes nothing."""
    path = f"{POSTS}/{wire.document(written(target).content)['_id']}"
    shown = wire.answer(target.ask(wire.request("GET", path)))
    tag = shown.fields["etag"][0]
    for name, (value, statuses) in TAGS.items():
        value = value.replace("{tag}", tag).replace("{bare}", tag.strip('"')).replace("{short}", tag[:-2] + '"')
        content = json.dumps({"title": f"by {name}", "body": "b", "__v": 0})
        yield Case(f"If-Match of {name}", wire.request("PUT", path, "If-Match: " + value, content=content, kind=seeds.JSON), answered(*statuses))


def repetitions(target):
    """A key answers the same request of the same sender again, and nobody else's; the faults."""
    key, faults = 'Idempotency-Key: "attacked"', []
    first = written(target, "repeated", key)
    again = written(target, "repeated", key)
    if again.fields["idempotency-replayed"] != ["true"] or again.content != first.content:
        faults.append("a key does not repeat, so that nothing is shown")
    others = {
        "with other content": wire.request("POST", POSTS, key, content='{"title":"other","body":"b"}', kind=seeds.JSON),
        "at another path": wire.request("POST", "/scores.json", key, content=seeds.SCORE, kind=seeds.JSON),
        "with a query": wire.request("POST", POSTS + "?a=b", key, content='{"title":"repeated","body":"b"}', kind=seeds.JSON),
        "as a member": wire.request("POST", POSTS, key, seeds.MEMBER, content='{"title":"repeated","body":"b"}', kind=seeds.JSON),
        "as a member of films": wire.request("POST", seeds.CATALOG, key, seeds.MEMBER, content=seeds.FILM, kind=seeds.JSON),
        "as nobody, of films": wire.request("POST", seeds.CATALOG, key, content=seeds.FILM, kind=seeds.JSON),
        "with another password": wire.request("POST", seeds.CATALOG, key, "Authorization: Basic dGVzdDEyMzp3cm9uZw==", content=seeds.FILM, kind=seeds.JSON),
    }
    for name, sent in others.items():
        found = wire.answer(target.ask(sent))
        if found.fields["idempotency-replayed"] or first.content in found.content or found.status in (0, 500, 503):
            faults.append(f"a key {name} is answered with {found.status} and {found.content[:100]!r}")
    return len(others) + 2, faults


def attack(target, _):
    cases = [Case(f"Range of {value[:30]}", wire.request("GET", path, "Range: " + value), whole)
             for value in RANGES for path in (POSTER, "/api/posts", seeds.CATALOG)]
    cases += [Case(f"{name} of {value[:30]}", wire.request("GET", path, f"{name}: {value}"), answered(200, 302, 400, 404, 406, 431))
              for name, values in ACCEPTS.items() for value in values
              for path in ("/scores", POSTS, seeds.NODES, "/tops3", "/playground/user", "/apps", POSTER, "/data/2.5/weather?q=Madrid&appid=a")]
    cases += [Case(f"Idempotency-Key of {key[:30]}", wire.request(
        "POST", POSTS, "Idempotency-Key: " + key, content='{"title":"keyed","body":"b"}', kind=seeds.JSON), answered(201, 400, 422, 431)) for key in KEYS]
    cases += list(tags(target))
    tried, faults = tables.run(target, cases)
    count, more = repetitions(target)
    return tables.outcome("ranges, wishes, tags and keys", tried + count, faults + more)


def whole(answer, data):
    """All, one part of it, or the refusal; never many parts, nor more than all."""
    if answer.status not in (200, 206, 400, 416, 431):
        return f"{answer.status}, {answer.content[:100]!r}"
    return "many parts" if b"multipart/byteranges" in data else None
