"""What each parser reads: pieces that are repeated, by themselves."""

from typing import NamedTuple

import grammars

TEXTS = grammars.VALUES + grammars.PATHS + grammars.FORMS
ALL = grammars.JSON + grammars.XML + grammars.MULTIPART + grammars.CSV + TEXTS

# A parser that is not named here is given all of them.
GRAMMARS = {
    "JSON": grammars.JSON + grammars.JSON_API,
    "XML": grammars.XML + grammars.SOAP,
    "XMLStreams": grammars.XML,
    "Forms": grammars.FORMS,
    "Multipart": grammars.MULTIPART,
    "Streams": grammars.JSON + grammars.CSV,
    "CSV": grammars.CSV,
    "Paths": TEXTS,
    "Dates": grammars.VALUES,
    "Fields": TEXTS,
    "Models": grammars.JSON + grammars.XML + grammars.FORMS,
}


class Family(NamedTuple):
    """An input that grows: `make(count)` are its bytes, `unit` how many each repetition adds."""

    name: str
    make: object
    unit: int
    size: int
    parser: str


def families(names, size):
    for parser in names:
        for piece in GRAMMARS.get(parser, ALL):
            def make(count, piece=piece):
                return piece.repeated(count).encode("utf-8", "surrogatepass")
            yield Family(f"{parser}: {piece.name}", make, len(piece.unit) + len(piece.closing), size, parser)
