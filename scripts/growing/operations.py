"""Every operation that a server describes, with what it takes: read from its OpenAPI documents and its WSDLs."""

import base64
import glob
import json
import os
import re
import urllib.parse
import xml.etree.ElementTree
from typing import NamedTuple

import documents
import grammars
from wire import get

SOURCES = os.path.join(os.path.dirname(__file__), "../../Sources")
BASIC = "Basic " + base64.b64encode(b"test123:test123").decode()

# The grammar of each type of content, by what its name ends with; that of JSON for others.
GRAMMARS = {
    "json": grammars.JSON,
    "xml": grammars.XML,
    "x-www-form-urlencoded": grammars.FORMS,
    "form-data": grammars.MULTIPART,
    "csv": grammars.CSV,
}
# What may be taken without a word in a description: it is asked for.
UNDESCRIBED = [
    "application/json", "application/xml", "text/xml", "application/x-www-form-urlencoded",
    "multipart/form-data", "application/vnd.api+json", "text/csv",
]  # fmt: skip


class Body(NamedTuple):
    """One type of content that an operation takes."""

    kind: str
    pieces: list
    # What stands around a piece: nothing, or the way to a member.
    frames: list = [("", "")]
    # Content that is taken, or nearly so.
    sample: str = ""
    limit: int = 1 << 20
    fields: dict = {}
    # Whether the server has not said that it takes it.
    is_guessed: bool = False

    @property
    def head(self):
        """The fields that it comes with."""
        kind = self.kind + "; boundary=x" if self.kind.startswith("multipart/") else self.kind
        return {"Content-Type": kind, **self.fields}


class Operation(NamedTuple):
    method: str
    # With `{name}` for each parameter, and with a value for it.
    path: str
    target: str
    service: str
    queries: list = []
    bodies: list = []
    is_socket: bool = False
    fields: dict = {}

    @property
    def name(self):
        return f"{self.method} {self.path}"


def grammar(kind):
    return next((pieces for end, pieces in GRAMMARS.items() if kind.endswith(end)), grammars.JSON)


def described(port):
    """The operations of all documents that the server's first page leads to; those that delete come last."""
    home = get(port, "/", {"Accept": "text/html"})[2].decode()
    found, paths = [], _paths_of_sources()
    for path in sorted(set(re.findall(r'"(/[^"]*openapi\.json)"', home))):
        text = get(port, path)[2].decode()
        document = json.loads(text)
        paths.update(re.findall(r"(?<![\w/#])/\w(?:[\w./-]*\w)?", text))
        base = urllib.parse.urlparse(document["servers"][0]["url"]).path.rstrip("/")
        for place, methods in document["paths"].items():
            target = _target(port, base + place)
            for method, operation in methods.items():
                if method != "parameters":
                    found.append(_operation(document, method, base + place, target, operation))
    if not found:
        raise RuntimeError("the server describes no operation")
    for path in sorted(paths):
        found += _of_wsdl(port, path)
    return sorted(found, key=lambda operation: operation.method == "DELETE")


def _paths_of_sources():
    found = set()
    for path in glob.glob(SOURCES + "/**/*.swift", recursive=True):
        with open(path) as source:
            found.update(re.findall(r'\bat: "(/[\w./-]+)"', source.read()))
    return found


def _target(port, path):
    """The path with values for its parameters: the identity of something that the collection before it lists."""
    if "{" not in path:
        return path
    collection = path.split("/{")[0]
    content = get(port, collection, {"Accept": "application/vnd.api+json, application/json"})[2]
    found = re.findall(rb'"id":\s*"?([\w-]+)', content)
    return re.sub(r"{[^}]*}", found[-1].decode() if found else "1", path)


def _operation(document, method, path, target, operation):
    names = [item["name"] for item in operation.get("parameters", []) if item.get("in") == "query"]
    described = operation.get("requestBody", {})
    limit = described.get("x-content-limit", 1 << 20)
    bodies = []
    for kind, content in described.get("content", {}).items():
        schema = _resolved(document, content.get("schema", {}))
        if kind == "application/vnd.api+json":
            bodies.append(_json_api_body(document, path, target, schema, limit))
        else:
            bodies.append(_body(document, kind, schema, limit))
    if described or method not in ("get", "head", "delete"):
        kinds = [body.kind for body in bodies]
        bodies += [Body(kind, grammar(kind), is_guessed=True) for kind in UNDESCRIBED if kind not in kinds]
    service = document["info"]["title"]
    is_socket = "x-websocket" in operation
    return Operation(method.upper(), path, target, service, names, bodies, is_socket, {"Authorization": BASIC})


def _body(document, kind, schema, limit):
    members = schema.get("properties", {})
    frames, sample = [("", "")], ""
    if kind.endswith("json"):
        frames += [('{"%s":' % name, "}") for name in members]
        sample = json.dumps(_sample(document, schema))
    elif kind.endswith("x-www-form-urlencoded"):
        frames += [(f"{name}=", "") for name in members]
    return Body(kind, grammar(kind), frames, sample, limit)


def _json_api_body(document, path, target, schema, limit):
    """The type that the schema names, else that of the path's collection, which a component describes."""
    data = schema.get("properties", {}).get("data")
    components = document.get("components", {}).get("schemas", {})
    named = [item for item in components.values() if _type_of(item)]
    if not data:
        data = next((item for item in named if _type_of(item).replace("--", "/") in path), None)
        data = data or next(iter(named), {})
    kind = _type_of(data) or "t"
    members = {name: _resolved(document, item) for name, item in data.get("properties", {}).items()}
    attributes = members.get("attributes", {}).get("properties", {})
    relationships = members.get("relationships", {}).get("properties", {})
    identity = target.split("/relationships/")[0].rsplit("/", 1)[1] if "{" in path else ""
    pieces = grammars.JSON + list(documents.json_api(kind, identity, attributes, relationships, map(_type_of, named)))
    resource = {"type": kind, "attributes": {name: _sample(document, item) for name, item in attributes.items()}}
    if identity:
        resource["id"] = identity
    sample = json.dumps({"data": resource})
    return Body("application/vnd.api+json", pieces, [("", "")], sample, limit)


def _type_of(schema):
    named = schema.get("properties", {}).get("type", {})
    return named.get("const") or next(iter(named.get("enum", [])), None)


def _resolved(document, schema):
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def _sample(document, schema):
    """A value that a schema may allow."""
    schema = _resolved(document, schema)
    for choice in ("oneOf", "anyOf", "allOf"):
        if choice in schema:
            return _sample(document, schema[choice][0])
    if "const" in schema or "enum" in schema:
        return schema.get("const") or schema["enum"][0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        return {name: _sample(document, item) for name, item in schema.get("properties", {}).items()}
    return {"array": [], "integer": 1, "number": 1, "boolean": False, "null": None}.get(kind, "a")


# MARK: SOAP

_WSDL = "{http://schemas.xmlsoap.org/wsdl/}"
_SCHEMA = "{http://www.w3.org/2001/XMLSchema}"
_BINDINGS = {
    "1.1": "{http://schemas.xmlsoap.org/wsdl/soap/}",
    "1.2": "{http://schemas.xmlsoap.org/wsdl/soap12/}",
}


def _of_wsdl(port, path):
    """The operations of a WSDL, if the path has one; each of them is asked by both versions of SOAP and without."""
    status, _, content = get(port, path + "?wsdl")
    if status != 200 or b"http://schemas.xmlsoap.org/wsdl/" not in content:
        return []
    root = xml.etree.ElementTree.fromstring(content)
    namespace, found = root.get("targetNamespace"), []
    for binding in root.iter(_WSDL + "binding"):
        for operation in binding.iter(_WSDL + "operation"):
            name = operation.get("name")
            members = _members_of_call(root, name)
            for version, prefix in _BINDINGS.items():
                for call in operation.iter(prefix + "operation"):
                    body = _envelope_body(version, namespace, name, members, call.get("soapAction"))
                    found.append(Operation("POST", path, path, f"SOAP {version} {name}", [], [body]))
            for call in operation.iter("{http://schemas.xmlsoap.org/wsdl/http/}operation"):
                found += _plain_operations(path + call.get("location", "/" + name), members)
    if not found:
        raise RuntimeError(f"the WSDL of {path} has no operation")
    # Both verbs have a binding of their own for the same place.
    return list({(item.method, item.path, item.service): item for item in found}.values())


def _members_of_call(root, name):
    """The names of the elements that a call holds."""
    found = []
    for element in root.iter(_SCHEMA + "element"):
        if element.get("name") == name:
            found += [item.get("name") for item in element.iter(_SCHEMA + "element") if item is not element]
    return [member for member in dict.fromkeys(found) if member]


def _envelope_body(version, namespace, name, members, action):
    pieces = list(documents.soap(version, namespace, name, members))
    # A call with texts alone, on which the fields depend.
    sample = pieces[0].repeated(0)
    if version == "1.1":
        return Body("text/xml", pieces, [("", "")], sample, fields={"SOAPAction": f'"{action}"'})
    return Body(f'application/soap+xml; action="{action}"', pieces, [("", "")], sample)


def _plain_operations(path, members):
    form = Body("application/x-www-form-urlencoded", grammars.FORMS, [("", "")] + [(f"{m}=", "") for m in members])
    return [
        Operation("GET", path, path, "SOAP without envelopes", members),
        Operation("POST", path, path, "SOAP without envelopes", members, [form]),
    ]
