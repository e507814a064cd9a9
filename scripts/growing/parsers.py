"""What each parser reads: pieces that are repeated, by themselves."""

from typing import NamedTuple

import documents
import frames
import grammars

TEXTS = grammars.VALUES + grammars.FORWARDED + grammars.EXTENSIONS + grammars.PATHS + grammars.FORMS + grammars.QUERIES
RESOURCES = list(documents.json_api("articles", "1", ["title"], ["author", "comments"]))
ALL = grammars.JSON + grammars.XML + grammars.MULTIPART + grammars.CSV + grammars.YAML + TEXTS


def _websockets():
    """The first byte chooses the side that reads: a server reads what is masked."""
    for first, is_masked in (b"\x01", True), (b"\x00", False):
        side = "server" if is_masked else "client"
        for name, repeated in frames.websockets(is_masked):
            yield f"{side}: {name}", lambda n, first=first, repeated=repeated: first + repeated.repeated(n)
        for payload in frames.PAYLOADS:
            for kind in (0x81, 0x82):
                def make(count, first=first, kind=kind, payload=payload, is_masked=is_masked):
                    return first + frames.websocket_frame(kind, payload * count, is_masked)
                yield f"{side}: a frame {kind:x} of {payload!r}", make


# A parser that is not named here is given all of them.
GRAMMARS = {
    "JSON": grammars.JSON + RESOURCES,
    "JSONAPI": grammars.JSON + RESOURCES,
    "XML": grammars.XML + list(documents.soap("1.1", "urn:a", "b", ["c"])),
    "XMLStreams": grammars.XML,
    "Forms": grammars.FORMS + grammars.QUERIES,
    "Multipart": grammars.MULTIPART,
    "Streams": grammars.JSON + grammars.CSV,
    "CSV": grammars.CSV,
    "Paths": TEXTS,
    "Dates": grammars.VALUES,
    "Fields": TEXTS,
    "Models": grammars.JSON + grammars.XML + grammars.FORMS,
    "Requests": grammars.REQUESTS,
    "Responses": grammars.RESPONSES,
    "YAML": grammars.YAML + grammars.JSON,
    "Descriptions": grammars.DESCRIPTIONS,
}
# A parser of bytes that are no text: its pieces by their names.
BINARY = {"WebSockets": dict(_websockets())}


class Family(NamedTuple):
    """An input that grows: `make(count)` are its bytes, of which repetitions take `size` at most."""

    name: str
    place: str
    make: object
    size: int
    parser: str


def families(names, size):
    for parser in names:
        for name, make in BINARY.get(parser, {}).items():
            yield Family(f"{parser}: {name}", parser, make, size, parser)
        for piece in GRAMMARS.get(parser, [] if parser in BINARY else ALL):
            def make(count, piece=piece):
                return piece.repeated(count).encode("utf-8", "surrogatepass")
            yield Family(f"{parser}: {piece.name}", parser, make, size, parser)
