"""Requests that every service takes, which attacks change; none of them is taken without being tried first."""

import json
import re

import wire

MEMBER = "Authorization: Basic dGVzdDEyMzp0ZXN0MTIz"
ROUTE, CATEGORY = "/5d0ea000-7b1f-4c0a-9e52-000000000001", "/5d0ec000-7b1f-4c0a-9e52-000000000001"
NODES, TERMS = "/es/jsonapi/node/scity_route", "/es/jsonapi/taxonomy_term/route_category"
JSON, XML, FORM, JSONAPI = "application/json", "application/xml", "application/x-www-form-urlencoded", "application/vnd.api+json"
SCORE = '{"name":"Ana","total":1}'
FILM = '{"title":"a","year":"1990","director":"b","poster":"https://a.example/p.png","synopsis":"c"}'
PARTS = (
    '--b\r\nContent-Disposition: form-data; name="score[name]"\r\n\r\nAna\r\n'
    '--b\r\nContent-Disposition: form-data; name="score[total]"\r\n\r\n1\r\n--b--\r\n'
)


def envelope(operation, inner="", version="http://schemas.xmlsoap.org/soap/envelope/", head="", prolog=""):
    """A call in SOAP."""
    body = f'<{operation} xmlns="http://localhost:3000/webservices/">{inner}</{operation}>'
    return f'{prolog}<s:Envelope xmlns:s="{version}">{head}<s:Body>{body}</s:Body></s:Envelope>'


ADD = envelope("AddScore", "<score><name>Ana</name><total>1</total></score>")


def resource(kind, attributes, identifier=None):
    """A document of JSON:API."""
    data = {"type": kind, "attributes": attributes}
    return json.dumps({"data": data | ({"id": identifier} if identifier else {})})


def linked(kind, path, many=False):
    """A document of JSON:API about a relationship."""
    one = {"type": kind, "id": path[1:]}
    return json.dumps({"data": [one] if many else one})


# The operations of the documents that answer without end, or take over the connection; `slow` and `websockets` have them.
ENDLESS = {
    "GET /videoclub/api/v1/live", "GET /scores/top3/live", "GET /api/posts/live", "GET /game",
}
# The operations that change resources which never change; their methods are refused (405).
READ_ONLY = {f"{method} {path}" for path in (NODES, TERMS) for method in ("POST", "PATCH", "DELETE")}

CATALOG = "/videoclub/api/v1/catalog"
FIXED = [
    ("GET", "/scores.json", "", ""), ("GET", "/scores?page=1", "", ""), ("GET", "/scores/top3.xml", "", ""), ("GET", "/scores/1.json", "", ""),
    ("POST", "/scores.json", JSON, SCORE), ("POST", "/scores", FORM, "score[name]=Ana&score[total]=1"),
    ("POST", "/scores", "multipart/form-data; boundary=b", PARTS), ("PATCH", "/scores/1.json", JSON, '{"total":2}'),
    ("POST", "/scores.xml", "text/xml", "<score><name>Ana</name><total>1</total></score>"), ("PUT", "/scores/1.json", JSON, '{"total":2}'),
    ("DELETE", "/scores/2.json", "", ""), ("GET", "/tops3", "", ""), ("POST", "/play", JSON, SCORE), ("POST", "/play.asmx", "text/xml", ADD),
    ("POST", "/tops3.asmx", "text/xml", envelope("Top3AsXml")), ("GET", "/tops3.asmx?wsdl", "", ""),
    ("POST", "/play.asmx", "application/soap+xml", envelope("AddScore", "<score/>", "http://www.w3.org/2003/05/soap-envelope")),
    ("GET", "/api/posts?q=a%25&page=1&count=10", "", ""), ("POST", "/api/posts", JSON, '{"title":"a","body":"b","author":1}'),
    ("GET", "/api/posts/{post}", "", ""), ("PUT", "/api/posts/{post}", JSON, '{"title":"a","body":"b"}'), ("DELETE", "/api/posts/{gone}", "", ""),
    ("GET", CATALOG, "", ""), ("GET", CATALOG + "?q=padrino", "", ""), ("GET", CATALOG + "/1", "", ""), ("POST", CATALOG, JSON, FILM),
    ("POST", CATALOG, JSONAPI, resource("films", json.loads(FILM))), ("PUT", CATALOG + "/{film}", JSON, '{"title":"a"}'),
    ("GET", "/videoclub/api/v1/member", "", ""), ("GET", "/videoclub/api/v1/member/films?id=8&sort=-year", "", ""), ("GET", CATALOG + ".xml?limit=2", "", ""),
    ("POST", CATALOG, "application/xml", "<film><title>a</title><year>1999</year><director>b</director></film>"),
    ("POST", "/api/posts", "application/xml", "<post><title>a</title><body>b</body></post>"),
    ("PUT", CATALOG + "/{film}/rent", "", ""), ("PUT", CATALOG + "/{film}/return", "", ""), ("DELETE", CATALOG + "/{old}", "", ""),
    ("GET", "/data/2.5/weather?q=Madrid&units=metric&mode=xml&lang=es&appid=demo", "", ""), ("GET", "/data/2.5/cities?q=ali", "", ""),
    ("GET", "/data/2.5/forecast?q=Madrid&appid=demo", "", ""), ("GET", "/omdb/?t=Alien&y=1979&apikey=demo", "", ""),
    ("GET", "/omdb/?s=godfather&page=1&r=xml&apikey=demo", "", ""), ("GET", "/omdb/?i=tt0078748&callback=a&apikey=demo", "", ""),
    ("GET", "/playground/user?format=json", "", ""), ("POST", "/playground/user", JSON, "{}"),
    ("GET", NODES + "?include=field_route_nearby&page[limit]=2&sort=-title&fields[node--scity_route]=title", "", ""),
    ("GET", NODES + ROUTE, "", ""), ("GET", NODES + "?filter[title]=a", "", ""), ("GET", TERMS, "", ""), ("GET", TERMS + CATEGORY, "", ""),
    *[("GET", f"{NODES}{ROUTE}/{kind}{name}", "", "")
      for kind in ("", "relationships/") for name in ("field_route_category", "field_route_nearby")],
    ("POST", NODES, JSONAPI, resource("node--scity_route", {"title": "a"})), ("DELETE", NODES + ROUTE, "", ""),
    ("PATCH", NODES + ROUTE, JSONAPI, resource("node--scity_route", {"title": "a"}, ROUTE[1:])),
    ("PATCH", NODES + ROUTE + "/relationships/field_route_category", JSONAPI, linked("taxonomy_term--route_category", CATEGORY)),
    *[(method, NODES + ROUTE + "/relationships/field_route_nearby", JSONAPI, linked("node--scity_route", ROUTE, many=True))
      for method in ("PATCH", "POST", "DELETE")],
    ("POST", TERMS, JSONAPI, resource("taxonomy_term--route_category", {"name": "a"})), ("DELETE", TERMS + CATEGORY, "", ""),
    ("PATCH", TERMS + CATEGORY, JSONAPI, resource("taxonomy_term--route_category", {"name": "a"}, CATEGORY[1:])),
    ("GET", "/apps", "", ""), ("GET", "/apps/videoclub?q=a&state=free&year=1972&sort=-year&page=2", "", ""), ("GET", "/apps/videoclub/8", "", ""), ("GET", "/apps/weather?q=Madrid", "", ""),
    ("GET", "/apps/game", "", ""), ("GET", "/apps/game/mine", "", ""), ("GET", "/apps/posts?q=a&page=1", "", ""), ("GET", "/apps/playground", "", ""), ("GET", "/problems/not-found", "", ""),
    ("GET", "/apps/preferences?language=en&to=/apps", "", ""), ("GET", "/videoclub/docs", "", ""), ("GET", "/health/ready", "", ""),
    ("GET", "/videoclub/posters/seven.svg", "", ""), ("GET", "/metrics", "", ""),
    ("POST", "/apps/videoclub/login", FORM, "login-user=test123&login-password=test123"), ("POST", "/apps/posts/new", FORM, "title=a&body=b"),
    ("POST", "/apps/weather/favourite", FORM, "city=Oslo,NO&keep=yes&q=Oslo"), ("GET", "/apps/weather?lat=38.35&lon=-0.48", "", ""),
    ("POST", "/apps/game/send", FORM, "name=a&total=1&way=soap"), ("POST", "/apps/videoclub", FORM, "title=a&year=1990&director=b"),
]
DOCUMENTS = ("videoclub", "scores", "posts", "weather", "films", "playground", "routes")


def tried(target):
    """The requests, with posts that there are, and what is wrong with them."""
    made = {"{post}": made_by(target), "{gone}": made_by(target)}
    made |= {"{film}": made_by(target, CATALOG, FILM), "{old}": made_by(target, CATALOG, FILM)}
    seeds = [(method, re.sub(r"\{\w+\}", lambda found: made[found[0]], path), kind, content)
             for method, path, kind, content in FIXED]
    for _ in range(2):
        made_by(target, "/scores.json", SCORE)
    faults, met = [], set()
    for method, path, kind, content in seeds:
        message = wire.request(method, path, MEMBER, "Origin: http://localhost", content=content, kind=kind)
        status = wire.answer(target.ask(message)).status
        # A form without the token of its page is answered with the form again (403).
        refusal = 403 if path.startswith("/apps") and method == "POST" else None
        if any(f"{method} {path}".startswith(one) for one in READ_ONLY):
            refusal = 405
        if status != refusal if refusal else not (200 <= status < 400 or status in (401, 422)):
            faults.append(f"the request {method} {path} is answered with {status}")
        met.add((method, path.partition("?")[0]))
    return seeds, faults + missing(target, met)


def made_by(target, path="/api/posts", content='{"title":"a","body":"b"}'):
    """The number of something that is added."""
    answer = wire.answer(target.ask(wire.request("POST", path, MEMBER, content=content, kind=JSON)))
    found = wire.document(answer.content)
    return str(found.get("_id", found.get("id")))


def missing(target, met):
    """The operations of the served documents that no request is for."""
    faults = []
    for name in DOCUMENTS:
        document = json.loads(target.get(f"/{name}/openapi.json")[2])
        prefix = document["servers"][0]["url"].rstrip("/")
        for path, operations in document["paths"].items():
            pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(prefix + path)) + r"(\.\w+)?"
            for method in {"get", "post", "put", "patch", "delete"} & set(operations):
                is_met = any(one == method.upper() and re.fullmatch(pattern, where) for one, where in met)
                if not is_met and f"{method.upper()} {prefix + path}" not in ENDLESS:
                    faults.append(f"no request is for {method.upper()} {prefix + path} of {name}")
    return faults
