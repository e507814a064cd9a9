"""Which requests of schemathesis are none that a document could tell about."""

import re

import schemathesis
from schemathesis import GenerationMode


def is_writable(value):
    """Whether a value can be written in XML: without null and the characters that it has not."""
    if isinstance(value, dict):
        return all(is_writable(name) and is_writable(member) for name, member in value.items())
    if isinstance(value, list):
        return all(is_writable(element) for element in value)
    if isinstance(value, str):
        return not re.search("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", value)
    return value is not None


@schemathesis.hook
def filter_case(context, case):
    rules = (is_meant_in_xml, has_names_of_json_api, says_something_of_a_score, names_a_place, asks_for_no_fault)
    return all(rule(case) for rule in rules)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Below `/posts` a path with a name of its own is an identifier to the methods of `/posts/{id}`, which Allow tells."""
    return not (failure.title == "Allow header mismatch" and case.path == "/posts/live")


@schemathesis.hook
def map_case(context, case):
    """Half of the cities that are asked for by name are there."""
    if case.operation.path in ("/weather", "/forecast") and len((case.query or {}).get("q", "x")) % 2 == 0:
        case.query["q"] = "Alicante"
    return case


def is_meant_in_xml(case):
    """XML has texts alone: what is written for null, or for a number where a text is wanted, is a text like any other."""
    if case.media_type != "application/xml":
        return True
    return case.meta.generation.mode == GenerationMode.POSITIVE and is_writable(case.body)


def has_names_of_json_api(case):
    """The names of members are a matter of the media type (JSON:API 1.1 §5.8), as the syntax of JSON is."""
    if case.media_type != "application/vnd.api+json" or case.meta.generation.mode != GenerationMode.POSITIVE:
        return True
    letter = "[a-zA-Z0-9\x80-\U0010ffff]"
    return all(re.fullmatch(f"{letter}([-_ a-zA-Z0-9\x80-\U0010ffff]*{letter})?", name) for name in names_in(case.body))


def names_in(value):
    """The names of all members, wherever they stand."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from names_in(member)
    if isinstance(value, list):
        for element in value:
            yield from names_in(element)


def says_something_of_a_score(case):
    """Rails refuses a score without any member that it knows, for which schemas have no word."""
    if case.operation.schema.raw_schema["info"]["title"] != "Scores" or not isinstance(case.body, dict):
        return True
    return "name" in case.body or "total" in case.body


def names_a_place(case):
    """One of several parameters is required, for which OpenAPI 3.1 has no word; the description says so."""
    if case.operation.path not in ("/weather", "/forecast"):
        return True
    query = case.query or {}
    return any(query.get(name) for name in ("q", "id", "zip")) or "lat" in query and "lon" in query


def asks_for_no_fault(case):
    """The playground answers wrongly, or late, where it is asked to."""
    if case.operation.schema.raw_schema["info"]["title"] != "Playground":
        return True
    query = case.query or {}
    is_failure = str(query.get("status", 200)) >= "400"
    is_late = len(str(query.get("delay", 0))) > 2
    return query.get("fault") not in ("malformed", "empty") and not is_failure and not is_late
