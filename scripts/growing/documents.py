"""What is repeated in documents that have an outline to keep: resources of JSON:API, envelopes of SOAP."""

import grammars
from grammars import FLAG, MARKS, Piece

_VERSIONS = {
    "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
    "1.2": "http://www.w3.org/2003/05/soap-envelope",
}


def _resource(kind, inside="", identity=""):
    identity = f'"id":"{identity}",' if identity else ""
    return '{"data":{"type":"%s",%s' % (kind, identity) + inside


def json_api(kind, identity="", attributes=(), relationships=(), linked=()):
    """The pieces of a document whose primary data are of a type that is taken, and link to others."""
    linked = list(dict.fromkeys([kind, *linked]))
    for other in linked:
        yield from _of_identifiers(other)
    start = _resource(kind, '"attributes":{', identity)
    yield Piece('"a{i}":1,', start, '"z":1}}}')
    yield Piece(MARKS, start + '"a', '":1}}}')
    for name in list(attributes)[:8]:
        for piece in grammars.IN_A_MEMBER:
            yield Piece(piece.unit, start + f'"{name}":' + piece.before, piece.after + "}}}", piece.closing)
    start = _resource(kind, '"relationships":{', identity)
    yield Piece('"r{i}":{"data":null},', start, '"z":{"data":null}}}}')
    yield Piece(MARKS, start + '"a', '":{"data":null}}}}')
    for name in relationships:
        inside = start + f'"{name}":{{"data":'
        yield Piece('{"type":"t","id":"{i}"},', inside + "[", '{"type":"t","id":"z"}]}}}}')
        for text in [start % other for other in linked for start in ('{"type":"%s","id":"a', '{"id":"1","type":"%s')]:
            yield Piece(MARKS, inside + text, '"}}}}}')
            yield Piece(MARKS, inside + "[" + text, '"}]}}}}')
    yield Piece('"m{i}":1,', _resource(kind, '"meta":{', identity), '"z":1}}}')
    yield Piece('"l{i}":"x",', _resource(kind, '"links":{', identity), '"z":"x"}}}')


def _of_identifiers(kind):
    """Identities and types, of the primary data, of linkage and of what is included."""
    link = '{"type":"%s","id":"{i}"},' % kind
    last = '{"type":"%s","id":"z"}]}' % kind
    yield Piece(link, '{"data":[', last)
    yield Piece(link, '{"data":null,"included":[', last)
    yield Piece('{"type":"%s","id":"1"},' % kind, '{"data":[', last)
    yield Piece('{"type":"%s{i}","id":"1"},' % kind, '{"data":[', last)
    for unit in (MARKS, FLAG, "a"):
        yield Piece(unit, '{"data":{"type":"a', '"}}')
        yield Piece(unit, '{"data":{"type":"%s","id":"a' % kind, '"}}')
        yield Piece(unit, '{"data":{"type":"%s","lid":"a' % kind, '"}}')
        yield Piece(unit, '{"data":[{"type":"%s","id":"a' % kind, '"}]}')
        yield Piece(unit, '{"data":[{"id":"1","type":"a', '"}]}')
    yield Piece('"m{i}":1,', '{"data":null,"meta":{', '"z":1}}')
    yield Piece('"l{i}":"x",', '{"data":null,"links":{', '"z":"x"}}')
    yield Piece('"m{i}":1,', '{"data":null,', '"z":1}')
    yield Piece('{"detail":"x"},', '{"errors":[', '{"detail":"x"}]}')
    yield Piece(MARKS, '{"data":null,"jsonapi":{"version":"1', '"}}')


def soap(version, namespace, call, members=()):
    """The pieces of an envelope that calls something."""
    head = f'<e:Envelope xmlns:e="{_VERSIONS[version]}">'
    end = "</e:Body></e:Envelope>"
    inside, out = f'{head}<e:Body><{call} xmlns="{namespace}">', f"</{call}>{end}"
    yield Piece("<h{i}/>", head + "<e:Header>", f"</e:Header><e:Body><{call} xmlns='{namespace}'/>" + end)
    yield Piece('<h xmlns="urn:{i}"/>', head + "<e:Header>", f"</e:Header><e:Body><{call} xmlns='{namespace}'/>" + end)
    yield Piece("<b/>", head + "<e:Body>", end)
    yield Piece("<b>", head + "<e:Body>", end, "</b>")
    yield Piece("<b{i}/>", inside, out)
    yield Piece(' b{i}="1"', f'{head}<e:Body><{call} xmlns="{namespace}"', "/>" + end)
    yield Piece(' xmlns:n{i}="urn:{i}"', head[:-1], "><e:Body/></e:Envelope>")
    yield Piece(' xmlns:n{i}="urn:{i}"', f'{head}<e:Body><{call} xmlns="{namespace}"', "/>" + end)
    for name in members:
        yield Piece(f"<{name}>a</{name}>", inside, out)
        for unit in (MARKS, FLAG, "a", "&amp;", "&#65;", "<![CDATA[a]]>", "<!--a-->", "<b/>", "1", " "):
            yield Piece(unit, f"{inside}<{name}>a", f"</{name}>{out}")
        yield Piece(MARKS, f'{inside}<{name} xmlns="h', f'">a</{name}>{out}')
    for piece in grammars.XML:
        yield Piece(piece.unit, inside + piece.before, piece.after + out, piece.closing)
    yield from _of_marks(head, end)


def _of_marks(head, end):
    """Marks that are sorted before names and identifiers are compared."""
    body = "<e:Body/></e:Envelope>"
    yield Piece(MARKS, '<e:Envelope xmlns:e="h', '">' + body)
    yield Piece(MARKS, head + '<e:Body><b xmlns="h', '"/>' + end)
    yield Piece(MARKS, head + "<e:Body><b", "/>" + end)
    for name in ("mustUnderstand", "actor", "role", "relay", "encodingStyle"):
        yield Piece(MARKS, head + f'<e:Header><h e:mustUnderstand="1" e:{name}="h', '"/></e:Header>' + body)
    yield Piece('<h e:mustUnderstand="1"/>', head + "<e:Header>", "</e:Header>" + body)
    yield Piece(MARKS, head + '<e:Body e:encodingStyle="h', '"/></e:Envelope>')
