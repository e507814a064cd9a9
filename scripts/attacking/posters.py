"""Addresses of posters that would run something, or lead elsewhere than they seem to, in every format that takes them."""

import json

import seeds
import sessions
import tables
import wire
from tables import Case, answered

BAD = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
    "\u0001javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:a", "file:///etc/passwd", "blob:http://a/b",
    "//evil.example/a", "/\\evil.example/a", "\\\\evil.example/a", "/\t/evil.example/a", "/\n/evil.example", "http:evil.example",
    "http:/evil.example", "http:///evil.example", "https:\\\\evil.example", "http://@evil.example", "http://", "https://?a", "evil", "../a",
    "./a", "ftp://a/b", "http ://a/b", "http://a b", "http://a\u00a0b", "http://a/\u0000", "/a\u0000b", "/a\u007fb", "//", "?a", "#a",
    "view-source:http://a", "http\u0338://a/b", ":", "/" + "a" * 300,
]
GOOD = ["https://a.example/p.png", "http://a.example:8080/p?q#f", "/videoclub/posters/seven.svg", "HTTPS://a.example/"]
# Shown in a page, these must stay within the attribute that they stand in.
QUOTED = ["https://a.example/\"onerror=alert(1)", "https://a.example/'onerror=alert(1)", "/a\"><script>alert(1)</script>", "/<script>alert(1)"]


def film(poster):
    return {"title": "attacked", "year": "1990", "director": "b", "poster": poster}


def requests(poster):
    """The same film by each way in."""
    escaped = json.dumps(film(poster))
    plain = json.dumps(film(poster), ensure_ascii=False)
    resource = seeds.resource("films", film(poster))
    yield "JSON", wire.request("POST", seeds.CATALOG, seeds.MEMBER, content=escaped, kind=seeds.JSON)
    yield "JSON as it is", wire.request("POST", seeds.CATALOG, seeds.MEMBER, content=plain, kind=seeds.JSON)
    yield "JSON:API", wire.request("POST", seeds.CATALOG, seeds.MEMBER, content=resource, kind=seeds.JSONAPI)
    yield "a change", wire.request("PUT", seeds.CATALOG + "/21", seeds.MEMBER, content=json.dumps({"poster": poster}), kind=seeds.JSON)


def attack(target, _):
    """The service has no XML or SOAP for films, which are refused as such; forms go by the pages of the app."""
    seeds.made_by(target, seeds.CATALOG, seeds.FILM)
    cases = [Case(f"{poster!r} in {way}", request, answered(400, 422)) for poster in BAD for way, request in requests(poster)]
    cases += [Case(f"{poster!r} in {way}", request, answered(200, 201)) for poster in GOOD + QUOTED for way, request in requests(poster)]
    cases += [Case(f"films in {kind}", wire.request("POST", seeds.CATALOG, seeds.MEMBER, content="<a/>", kind=kind), answered(415))
              for kind in ("text/xml", "application/xml", "application/soap+xml")]
    tried, faults = tables.run(target, cases)
    browser = sessions.Browser(target)
    browser.log_in()
    if browser.send("/apps/videoclub/new", "/apps/videoclub", film(GOOD[0])).status != 303:
        faults.append("a form with a good address is not taken, so that nothing is shown")
    for poster in BAD:
        # Blanks around what was typed are no part of it.
        answer = browser.send("/apps/videoclub/new", "/apps/videoclub", {**film(poster), "title": "by form"})
        tried += 1
        if answer.status not in (400, 422):
            faults.append(f"{poster!r} in a form: {answer.status}")
    for path in ("/apps/videoclub", "/apps/videoclub/21", seeds.CATALOG):
        page = target.get(path)[2].lower()
        tried += 1
        found = [text for text in (b"javascript:", b"data:text", b'src="//', b"<script>alert", b'"onerror', b"'onerror") if text in page]
        if found and path != seeds.CATALOG or b"javascript:" in page:
            faults.append(f"{path} holds {found}")
    return tables.outcome("posters' addresses in JSON, JSON:API, changes, forms and pages", tried, faults)
