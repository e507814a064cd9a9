"""Queries and documents of JSON:API that ask for more than a page."""

import json
from urllib.parse import quote

import seeds
import tables
import wire
from tables import Case

NEARBY = "field_route_nearby"
CYCLE = ",".join(".".join([NEARBY] * count) for count in range(1, 40))
HUGE = "9" * 400
# What is asked for of the routes; `True` where a page comes, `False` where the query is refused, `None` where either is right.
QUERIES = {
    "a cycle of relationships": (f"include={'.'.join([NEARBY] * 500)}", None), "cycles of all lengths": (f"include={CYCLE}", None),
    "one many times": (f"include={','.join([NEARBY] * 300)}", None), "nothing many times": (f"include={',' * 5_000}", None),
    "what is none": ("include=a.b.c", False), "dots": (f"include={'.' * 3_000}", False), "itself": ("include=.", False),
    "the last page": (f"page[offset]={2 ** 63 - 1}", None), "a page beyond numbers": (f"page[offset]={HUGE}", False),
    "before the first": ("page[offset]=-1", False), "a page of all": (f"page[limit]={2 ** 63 - 1}", None), "a page of none": ("page[limit]=0", None),
    "a page of less": ("page[limit]=-1", False), "a broken page": ("page[limit]=1.5", False), "a page of infinity": ("page[limit]=1e9", False),
    "pages twice": ("page[limit]=1&page[limit]=2", None), "an overflow": (f"page[offset]={2 ** 63 - 1}&page[limit]={2 ** 63 - 1}", None),
    "a number": (f"page[number]={2 ** 63 - 1}", None), "fields many times": ("fields[node--scity_route]=" + "title," * 1_000, None),
    "fields of everything": ("&".join(f"fields[t{i}]=a" for i in range(600)), None), "no fields": ("fields[node--scity_route]=", True),
    "fields that are none": ("fields[node--scity_route]=password", None), "fields without a type": ("fields[]=title", None),
    "deep fields": ("fields" + "[a]" * 1_500 + "=b", None), "an order by all": ("sort=" + ",".join(["title", "-created"] * 300), None),
    "an order by what is none": ("sort=password", False), "minus": ("sort=" + "-" * 3_000, False), "filters": ("&".join(["filter[title]=a"] * 500), None),
    "a filter by what is none": ("filter[password]=a", False), "SQL": ("filter[title]=" + quote("' OR 1=1 --"), True),
    "an order of SQL": ("sort=" + quote("title;DROP TABLE a"), False), "deep filters": ("filter" + "[a]" * 1_500 + "=b", None),
    "a name of marks": ("fields[" + "%CC%81%CC%A3" * 600 + "]=a", None),
}
DEEP = '{"data":' * 10_000
TYPE = "films"
DOCUMENTS = {
    "an identifier of its own": seeds.resource(TYPE, json.loads(seeds.FILM), "1"), "another type": seeds.resource("users", json.loads(seeds.FILM)),
    "deep": DEEP, "relationships to itself": json.dumps({"data": {"type": TYPE, "attributes": {}, "relationships": {
        f"r{i}": {"data": {"type": TYPE, "id": "1"}} for i in range(900)}}}),
    "many included": json.dumps({"data": {"type": TYPE, "attributes": {}}, "included": [{"type": TYPE, "id": "1"}] * 1_500}),
    "operations": json.dumps({"atomic:operations": [{"op": "remove", "ref": {"type": TYPE, "id": "1"}}] * 500}),
    "members of objects": '{"data":{"type":"films","attributes":{"__proto__":{"a":1},"constructor":1,"title":{"a":1}}}}',
    "twice the same": '{"data":{"type":"films"},"data":{"type":"films"}}', "a list": '{"data":[{"type":"films"}]}', "nothing": '{"data":null}',
}
MOST = 50 * 20_000


def page(is_taken):
    """A page of at most fifty routes, or a refusal that names what is wrong."""

    def judge(answer, data):
        document = wire.document(answer.content)
        if answer.status not in ((200,) if is_taken else (400,) if is_taken is False else (200, 400, 414)):
            return f"{answer.status}, {answer.content[:200]!r}"
        if answer.status == 414:
            return None
        if not isinstance(document, dict) or len(data) > MOST:
            return f"{len(data)} bytes"
        if answer.status == 400:
            return None if document.get("errors") else "no errors"
        included = [(one["type"], one["id"]) for one in document.get("included", [])]
        if len(document["data"]) > 50 or len(included) != len(set(included)):
            return f"{len(document['data'])} of data, {len(included)} included, {len(set(included))} of them once"
        return None

    return judge


def attack(target, _):
    cases = [Case(name, wire.request("GET", f"{seeds.NODES}?{query}"), page(is_taken)) for name, (query, is_taken) in QUERIES.items()]
    # Queries for one resource know no pages.
    cases += [Case(f"{name}, of one route", wire.request("GET", f"{seeds.NODES}{seeds.ROUTE}/{NEARBY}?{query}"), page(None))
              for name, (query, _) in QUERIES.items()]
    cases += [Case(name, wire.request("POST", seeds.CATALOG, seeds.MEMBER, content=content, kind=seeds.JSONAPI), tables.answered(400, 403, 409, 413, 422))
              for name, content in DOCUMENTS.items()]
    kinds = ['; ext="a"', "; charset=utf-8", '; profile="b"', "; a=b"]
    cases += [Case(f"a type with {kind}", wire.request("POST", seeds.CATALOG, seeds.MEMBER, content=seeds.resource(TYPE, json.loads(seeds.FILM)),
                                                       kind=seeds.JSONAPI + kind), tables.answered(200, 201, 415)) for kind in kinds]
    tried, faults = tables.run(target, cases)
    return tables.outcome("queries and documents of JSON:API", tried, faults)
