"""Says what Python makes of documents: judge.py INPUT OUTPUT

INPUT holds documents one behind the other: a letter, the length in four bytes and the bytes. OUTPUT
becomes a JSON array of texts, with null for what is refused. `x` is XML without a document type
declaration, `d` XML with one, both read by expat; `f` is a form, read by urllib.
"""

import json
import struct
import sys
from urllib.parse import parse_qsl
from xml.parsers import expat


class Refused(Exception):
    """A document type declaration where there may be none."""


def xml(document, allows_doctype):
    parser = expat.ParserCreate(namespace_separator="}")
    parser.ordered_attributes = True
    events = []

    def start(name, attributes):
        pairs = zip(attributes[::2], attributes[1::2])
        events.append("<" + name + "".join(f"|{key}={value}" for key, value in pairs) + ">")

    def doctype(*_):
        if not allows_doctype:
            raise Refused
        # What stands within the declaration is no event here.
        parser.CommentHandler = parser.ProcessingInstructionHandler = None

    def listen():
        parser.CommentHandler = lambda text: events.append(f"<!--{text}-->")
        parser.ProcessingInstructionHandler = lambda target, data: events.append(
            f"<?{target} {data}?>"
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: events.append(f"</{name}>")
    parser.CharacterDataHandler = events.append
    parser.StartDoctypeDeclHandler = doctype
    parser.EndDoctypeDeclHandler = listen
    listen()
    try:
        parser.Parse(document, True)
    except (expat.ExpatError, Refused, LookupError, ValueError):
        return None
    return "".join(events)


def form(document):
    try:
        pairs = parse_qsl(document.decode("ascii"), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        return None
    return json.dumps(pairs)


def judge(kind, document):
    return form(document) if kind == b"f" else xml(document, kind == b"d")


def main():
    verdicts = []
    with open(sys.argv[1], "rb") as file:
        while kind := file.read(1):
            (length,) = struct.unpack(">I", file.read(4))
            verdicts.append(judge(kind, file.read(length)))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(verdicts, file)


main()
