"""The table of what is repeated: the tokens and brackets of everything that is read.

A piece is what stands before, what is repeated, what stands behind it and what closes it once for
each repetition. `{i}` is the number of the repetition.
"""

import struct
from typing import NamedTuple


class Piece(NamedTuple):
    unit: str
    before: str = ""
    after: str = ""
    closing: str = ""

    def repeated(self, count):
        """The piece so many times."""
        if "{i}" in self.unit:
            middle = "".join(self.unit.replace("{i}", str(i)) for i in range(count))
        else:
            middle = self.unit * count
        return self.before + middle + self.after + self.closing * count

    @property
    def name(self):
        return repr(self.before[-12:] + "⟨" + self.unit + "⟩" + self.after[:12] + self.closing)


def pieces(*units):
    return [unit if isinstance(unit, Piece) else Piece(unit) for unit in units]


# Marks that are sorted before texts are compared, letter of a flag.
MARKS, FLAG = "\u0301\u0323", "\U0001f1e6"

JSON = pieces(
    "[", "{", "]", ",", ":", " ", "\n", "/*a", "/**/", "//\n", "/", '"', "\\", "-", "0", "\x00",
    '{"a":', '"a",', "true,", "nul", "\ufeff",
    Piece("[", closing="]"), Piece('{"a":', after="1", closing="}"), Piece("1,", "[", "1]"),
    Piece("{},", "[", "{}]"), Piece("[],", "[", "[]]"), Piece('"a{i}",', "[", "0]"),
    Piece('"k{i}":1,', "{", '"z":0}'), Piece('"a":1,', "{", '"z":0}'),
    Piece('"\u00e9{i}":1,', "{", '"z":0}'), Piece('"k{i}":{"a":[1]},', "{", '"z":0}'),
    Piece("a", '"', '"'), Piece("\u00e9", '"', '"'), Piece("e\u0301", '"', '"'),
    Piece("\\n", '"', '"'), Piece("\\u0041", '"', '"'), Piece("\\ud83d\\ude00", '"', '"'),
    Piece("\\ud800", '"', '"'), Piece("1", "", ""), Piece("1", "0.", ""), Piece("1", "1e", ""),
    Piece("0", "1", ".5"), Piece("[1,", closing="]"), Piece("[ ", closing=" ]"),
    Piece(MARKS, '"a', '"'), Piece(FLAG, '"', '"'), Piece(MARKS, '{"a', '":1}'), Piece(FLAG, '{"', '":1}'),
    Piece(MARKS, '{"a', '":1,"a":2}'), Piece(MARKS, '{"a', '":[1,1,1,1,"x"]}'),
)  # fmt: skip

XML = pieces(
    "<a>", "<", ">", "</a>", "<a ", "<!--", "<![CDATA[", "]]>", "&", "&amp;", "<?", "<!", " ", "-",
    "<!DOCTYPE a [",
    Piece("<a>", closing="</a>"), Piece("<n/>", "<s>", "</s>"),
    Piece("<name>x</name>", "<score>", "</score>"), Piece("<n{i}/>", "<s>", "</s>"),
    Piece("<n><m/></n>", "<s>", "</s>"), Piece(' a{i}="1"', "<s", "/>"), Piece(' a="1"', "<s", "/>"),
    Piece(' xmlns:p{i}="urn:{i}"', "<s", "/>"), Piece('<p{i}:a xmlns:p{i}="urn:p">', closing="", after=""),
    Piece("<!--x-->", "<s>", "</s>"), Piece("<![CDATA[x]]>", "<s>", "</s>"),
    Piece("&amp;", "<s>", "</s>"), Piece("&#65;", "<s>", "</s>"), Piece("&x;", "<s>", "</s>"),
    Piece("&x{i};", "<s>", "</s>"), Piece("<?p x?>", "<s>", "</s>"), Piece("a", "<s>", "</s>"),
    Piece("\n", "<s>", "</s>"), Piece("]", "<s>", "</s>"), Piece("a", "<", "/>"),
    Piece("a", '<s b="', '"/>'), Piece("&lt;", '<s b="', '"/>'), Piece("\t", '<s b="', '"/>'),
    Piece('<!ENTITY e{i} "x">', "<!DOCTYPE s [", "]><s>&e1;</s>"),
    Piece('<!ENTITY e "x">', "<!DOCTYPE s [", "]><s>&e;&e;</s>"),
    Piece("<!ELEMENT e{i} ANY>", "<!DOCTYPE s [", "]><s/>"),
    Piece("<!--x-->", "<!DOCTYPE s [", "]><s/>"), Piece("%p;", "<!DOCTYPE s [", "]><s/>"),
    Piece("&e;", '<!DOCTYPE s [<!ENTITY e "xxxxxxxx">]><s>', "</s>"),
    Piece('<n type="integer">1</n>', '<s type="array">', "</s>"),
    Piece(MARKS, "<s>a", "</s>"), Piece(FLAG, "<s>", "</s>"), Piece(MARKS, '<s b="a', '"/>'),
    Piece(MARKS, '<s xmlns="a', '"/>'), Piece(MARKS, '<s type="a', '"/>'), Piece(MARKS, "<a", "/>"),
    Piece(MARKS, '<s xmlns:p="a', '"><p:a/></s>'), Piece(MARKS, "<s><name>a", "</name></s>"),
)  # fmt: skip

FORMS = pieces(
    "&", "=", ";", "+", "%", "%41", "[", "]", "a", "a=", "a&", "a=1&", "a{i}=1&", "k{i}=1&", "a[]=1&", "a[]=&",
    "a[{i}]=1&", "a[b{i}]=1&", "score[k{i}]=1&", "score[name]=1&", "a[][b{i}]=1&", "a[][b]=1&",
    "a[][]=1&", "a.b{i}=1&", "%5B%5D", "\u00e9=1&", "[a]=1&", "a%00=1&", " ",
    Piece(MARKS, "a=a", ""), Piece(MARKS, "a", "=1"), Piece(FLAG, "", "=1"), Piece("%CC%81%CC%A3", "a", "=1"),
    Piece("%CC%81%CC%A3", "a=a", ""), Piece("%CC%81%CC%A3", "score[name]=a", ""), Piece("%CC%81%CC%A3", "score[a", "]=1"),
    Piece("[a]", "a", "=1"), Piece("[]", "a", "=1"), Piece("a", "name=", ""), Piece("%C3%A9", "name=", ""),
)  # fmt: skip

MULTIPART = pieces(
    "--b\r\n", "--b", "-", "\r\n", "\r\n--", "\r", "a",
    Piece('--b\r\nContent-Disposition: form-data; name="a{i}"\r\n\r\nx\r\n', "", "--b--\r\n"),
    Piece('--b\r\nContent-Disposition: form-data; name="score[k{i}]"\r\n\r\nx\r\n', "", "--b--\r\n"),
    Piece('--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx\r\n', "", "--b--\r\n"),
    Piece("X-{i}: y\r\n", "--b\r\n", "\r\n\r\n--b--\r\n"),
    Piece("\r\n--", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n", "\r\n--b--\r\n"),
    Piece("\r", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n", "\r\n--b--\r\n"),
    Piece('; a{i}="x"', "--b\r\nContent-Disposition: form-data", "\r\n\r\nx\r\n--b--\r\n"),
    Piece("\\\"", '--b\r\nContent-Disposition: form-data; name="', '"\r\n\r\nx\r\n--b--\r\n'),
    Piece(" ", "--b", "\r\n\r\nx\r\n--b--\r\n"),
    Piece(MARKS, '--b\r\nContent-Disposition: form-data; name="a', '"\r\n\r\nx\r\n--b--\r\n'),
    Piece(MARKS, '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\na', "\r\n--b--\r\n"),
)  # fmt: skip

JSON_API = pieces(
    Piece('{"type":"t","id":"{i}"},', '{"data":[', '{"type":"t","id":"z"}]}'),
    Piece('"a{i}":1,', '{"data":{"type":"node--scity_route","attributes":{', '"z":1}}}'),
    Piece('"r{i}":{"data":null},', '{"data":{"type":"node--scity_route","relationships":{', '"z":{"data":null}}}}'),
    Piece('{"type":"t","id":"{i}"},', '{"data":null,"included":[', '{"type":"t","id":"z"}]}'),
    Piece('"m{i}":1,', '{"data":null,"meta":{', '"z":1}}'),
    Piece('{"detail":"x"},', '{"errors":[', '{"detail":"x"}]}'),
    Piece("a", '{"data":{"type":"', '"}}'), Piece(MARKS, '{"data":{"type":"a', '"}}'),
    Piece(MARKS, '{"data":{"type":"t","id":"a', '"}}'), Piece(MARKS, '{"data":{"type":"t","attributes":{"a', '":1}}}'),
    Piece('"l{i}":"x",', '{"data":null,"links":{', '"z":"x"}}'),
)  # fmt: skip

_ENVELOPE = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">'
SOAP = pieces(
    Piece("<h{i}/>", _ENVELOPE + "<e:Header>", "</e:Header><e:Body/></e:Envelope>"),
    Piece("<b/>", _ENVELOPE + "<e:Body>", "</e:Body></e:Envelope>"),
    Piece("<b{i}/>", _ENVELOPE + "<e:Body><AddScore>", "</AddScore></e:Body></e:Envelope>"),
    Piece("<name>a</name>", _ENVELOPE + "<e:Body><AddScore>", "</AddScore></e:Body></e:Envelope>"),
    Piece("a", _ENVELOPE + "<e:Body><AddScore><name>", "</name></AddScore></e:Body></e:Envelope>"),
    Piece(' xmlns:n{i}="urn:{i}"', _ENVELOPE[:-1], "><e:Body/></e:Envelope>"),
    Piece("<b>", _ENVELOPE + "<e:Body>", "</e:Body></e:Envelope>", "</b>"),
    Piece(MARKS, '<e:Envelope xmlns:e="h', '"><e:Body/></e:Envelope>'),
    Piece(MARKS, _ENVELOPE + '<e:Body><b xmlns="h', '"/></e:Body></e:Envelope>'),
    Piece(MARKS, _ENVELOPE + "<e:Body><b", "/></e:Body></e:Envelope>"),
    Piece(MARKS, _ENVELOPE + '<e:Header><h e:mustUnderstand="1', '"/></e:Header><e:Body/></e:Envelope>'),
    Piece(MARKS, _ENVELOPE + '<e:Header><h e:mustUnderstand="1" e:actor="h', '"/></e:Header><e:Body/></e:Envelope>'),
    Piece(MARKS, _ENVELOPE + '<e:Body e:encodingStyle="h', '"/></e:Envelope>'),
)  # fmt: skip

CSV = pieces("a,", '"a",', '"', ",", "\n", "\r", "a\n", '""', '"a""b",', "a,b\n", Piece("a", '"', '"'), "\u00e9")

# What stands in the values of fields, whatever the field.
VALUES = pieces(
    ",", ", ", ",,", ";", "; ", "=", '"', '\\"', "\\", "/", "*", "*/*,", "a,", "a ,", "a{i},", "a=b; ", "a{i}=b; ",
    "a={i}, ", 'a="b", ', ";q=1", "a;q=0.5,", "text/html,", "text/html;a=b,", "application/xml;q=0.9,", '"a",', MARKS, FLAG,
    'W/"a",', "0-1,", "{i}-{i},", "-1,", "9", "%41", "(", "<a>; rel=next, ", "<", "gzip,", "es-ES,", "a:",
    "for=a;by=b,", "[", ".", "-", " ", "\t", "a", "bytes=", "Basic a,", Piece("zIHMo8yBzKPMgcyj", "Basic dGVz", "OmE="), 'Digest a="b",', "00-", "1.2.3.4, ",
)  # fmt: skip

PATHS = pieces("%CC%81%CC%A3", "/", "a/", "../", "./", "%2e%2e/", "%41", "%", ";a=b", ".", "a", "%2F", "{i}/", "+", ".json", "\u00e9")


def _frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(4, 0, 0)
# GET / of the static table, with the authority "a".
_HEAD = b"\x82\x86\x84\x41\x01a"

# Frames, repeated after the preface; {stream} counts by two.
HTTP2 = {
    "SETTINGS": lambda i: _frame(4, 0, 0, struct.pack(">HI", 3, 100)),
    "SETTINGS, table size": lambda i: _frame(4, 0, 0, struct.pack(">HI", 1, i)),
    "PING": lambda i: _frame(6, 0, 0, b"abcdefgh"),
    "WINDOW_UPDATE": lambda i: _frame(8, 0, 0, struct.pack(">I", 1)),
    "PRIORITY": lambda i: _frame(2, 0, 2 * i + 1, struct.pack(">IB", 0, 1)),
    "PRIORITY_UPDATE": lambda i: _frame(16, 0, 0, struct.pack(">I", 2 * i + 1) + b"u=1"),
    "unknown": lambda i: _frame(200, 0, 0, b"abc"),
    "HEADERS": lambda i: _frame(1, 5, 2 * i + 1, _HEAD),
    "HEADERS and RST_STREAM": lambda i: _frame(1, 5, 2 * i + 1, _HEAD) + _frame(3, 0, 2 * i + 1, struct.pack(">I", 8)),
    "CONTINUATION": lambda i: _frame(1, 1, 1, _HEAD) if i == 0 else _frame(9, 0, 1, b"\x00\x01a\x01b"),
    "CONTINUATION, empty": lambda i: _frame(1, 1, 1, _HEAD) if i == 0 else _frame(9, 0, 1),
    "DATA, empty": lambda i: _frame(1, 4, 1, b"\x83" + _HEAD[1:]) if i == 0 else _frame(0, 0, 1),
    "DATA, padded": lambda i: _frame(1, 4, 1, b"\x83" + _HEAD[1:]) if i == 0 else _frame(0, 8, 1, b"\x10" + b"\0" * 16),
    "GOAWAY": lambda i: _frame(7, 0, 0, struct.pack(">II", 0, 0)),
}

# Frames of WebSockets, masked with zeros.
WEBSOCKETS = {
    "text": b"\x81\x81\0\0\0\0a",
    "empty text": b"\x81\x80\0\0\0\0",
    "fragments": b"\x01\x81\0\0\0\0a",
    "continuations": b"\x00\x81\0\0\0\0a",
    "empty continuations": b"\x00\x80\0\0\0\0",
    "ping": b"\x89\x81\0\0\0\0a",
    "pong": b"\x8a\x80\0\0\0\0",
    "json": b'\x81\x89\0\0\0\0{"a":"b"}',
}
