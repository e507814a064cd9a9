"""The table of what is repeated: the tokens and brackets of everything that is read.

A piece is what stands before, what is repeated, what stands behind it and what closes it once for
each repetition. `{i}` is the number of the repetition, and `{j}` the next one. What an outline must be kept for is made in
`documents.py`, and what is no text in `frames.py`.
"""

from typing import NamedTuple


class Piece(NamedTuple):
    unit: str
    before: str = ""
    after: str = ""
    closing: str = ""

    def repeated(self, count):
        """The piece so many times."""
        if "{i}" in self.unit:
            middle = "".join(self.unit.replace("{i}", str(i)).replace("{j}", str(i + 1)) for i in range(count))
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
    # A long name before values that are refused, each of which is told by its place.
    Piece("a", '{"', '":["x","x","x","x","x","x","x","x"]}'), Piece('"x",', '{"' + "a" * 1_000 + '":[', '"x"]}'),
    Piece('{"a":', closing="}", after='"x"'), Piece('[["x"],', closing="]"), Piece('{"title":1,"tags":["x"]},', "[", "{}]"),
    Piece('{"title":"a","tags":["x",1]},', '{"films":[', "{}]}"), Piece('"k{i}":"x",', '{"score":{', '"z":"x"}}'),
    Piece('"x",', '{"films":[{"tags":[', '"x"],"title":"a"}]}'), Piece('"x",', '{"name":[', "1]}"), Piece('{"x":[', closing="]}", after="1"),
    Piece('"x",', '{"k":{"a":[', '1]}}'), Piece('"k{i}":{"a":["x",1]},', "{", '"z":{}}'),
    Piece(MARKS, '{"a', '":1,"a":2}'), Piece(MARKS, '{"a', '":[1,1,1,1,"x"]}'),
    # Objects of 64 nodes, the last of which is an object.
    Piece('"{i}":{' + "".join(f'"a{n}":1,' for n in range(30)) + '"z":{}},', "{", '"-1":{}}'),
)  # fmt: skip

YAML = pieces(
    "- ", "- a\n", "a: ", "a\n", "[", "{", "]", "}", ",", ":", "? a\n", "? ", "&a ", "*a ", "!a ", "!", "%YAML 1.2\n", "%A b\n",
    "---\n", "...\n", "# a\n", "#", "'", '"', "|\n", ">\n", " ", "\n", "\t", "\r\n", "\ufeff", "-", "'a': b\n",
    Piece("[", closing="]"), Piece("{a: ", after="b", closing="}"), Piece("[a, ", closing="]"), Piece("{a: 1, b: ", after="c", closing="}"),
    Piece("a, ", "[", "]"), Piece("1.10, ", "[", "]"), Piece("'a', ", "[", "]"), Piece("a: b, ", "[", "]"), Piece("[], ", "[", "]"),
    Piece("k{i}: a\n"), Piece("k{i}: 01\n"), Piece("k{i}: {a: b}\n"), Piece("k{i}: a, ", "{", "}"), Piece("k{i}: [a]\n"),
    Piece("k{i}: &a{i} b\n"), Piece("- &a{i} b\n- *a{i}\n"), Piece("- &a b\n"), Piece("- *a\n", "- &a b\n"), Piece("- *a\n", "- &a [b, {c: d}]\n"),
    Piece("*a, ", "- &a b\n- [", "]"), Piece("- {<<: *a}\n", "- &a {b: c}\n"), Piece("*a, ", "- &a {b: c}\n- {<<: [", "]}"),
    Piece("{k{i}: a}, ", "<<: [", "]"), Piece("- {*a : b}\n", "- &a b\n"), Piece("- !!int 1\n"), Piece("- !a{i} b\n"), Piece("- |\n  a\n"),
    Piece("  a\n", "a: |\n"), Piece("  a\n", "a: >\n"), Piece("\n", "a: >\n", "  a\n"), Piece("\n", "a: |\n", "  a\n"), Piece(" a\n", "a: "),
    Piece("a", "- "), Piece("\u00e9", "- "), Piece(MARKS, "- a"), Piece(FLAG, "- "), Piece("a", '"', '"'), Piece("\\x41", '"', '"'),
    Piece("\\U0001f600", '"', '"'), Piece("\n ", '"', '"'), Piece("''", "'", "'"), Piece("1", "- "), Piece("1", "- 1."), Piece("0", "- 0x"),
    Piece("0", "- 1e"), Piece("a", "- &", " b"), Piece("a", "- !", " b"), Piece("a", "", ": b"), Piece(MARKS, "a", ": b"), Piece("# a\n", "a:\n", "  b"),
)  # fmt: skip

# Schemas by name, what stands below a path, and whole descriptions.
DESCRIPTIONS = pieces(
    Piece("S{i}: {type: string}\n"), Piece("S{i}: {properties: {a: {type: string}}}\n"), Piece("S{i}: {enum: [a]}\n"),
    Piece('S{i}: {properties: {a: {$ref: "#/components/schemas/S{j}"}}}\n', after="Z: {}\n"),
    Piece('S{i}: {properties: {a: {$ref: "#/components/schemas/S{i}"}}}\n'), Piece('S{i}: {type: array, items: {$ref: "#/components/schemas/S{i}"}}\n'),
    Piece('S{i}: {oneOf: [{type: integer}, {$ref: "#/components/schemas/B"}]}\n', "B: {properties: {a: {}}}\n"),
    Piece('S{i}: {allOf: [{$ref: "#/components/schemas/B"}, {type: object}]}\n', "B: {properties: {a: {}}}\n"),
    Piece('{$ref: "#/components/schemas/B"}, ', "B: {properties: {a: {}}}\nA: {allOf: [", "]}\n"), Piece("{properties: {p{i}: {}}}, ", "A: {allOf: [", "]}\n"),
    Piece("p{i}: {type: string}, ", "A: {properties: {", "}}\n"), Piece("p{i}: {properties: {a: {}}}, ", "A: {properties: {", "}}\n"),
    Piece('p{i}: {$ref: "#/components/schemas/B"}, ', "B: {properties: {a: {}}}\nA: {properties: {", "}}\n"),
    Piece("r{i}, ", "A: {properties: {a: {}}, required: [", "]}\n"), Piece("v{i}, ", "A: {type: string, enum: [", "]}\n"), Piece("v, ", "A: {enum: [", "]}\n"),
    Piece("{i}, ", "A: {type: integer, enum: [", "]}\n"), Piece("{a: {i}}, ", "A: {enum: [", "]}\n"), Piece('"+{i}", ', "A: {type: string, enum: [", "]}\n"),
    Piece("{properties: {p{i}: {}}}, ", "A: {oneOf: [", "]}\n"), Piece("{type: string}, ", "A: {anyOf: [", "]}\n"), Piece('{$ref: "#/components/schemas/B"}, ', "B: {enum: [a]}\nA: {oneOf: [", "]}\n"),
    Piece("{required: [r{i}]}, ", "A: {properties: {a: {}}, anyOf: [", "]}\n"), Piece("string, ", "A: {type: [", "]}\n"),
    Piece("m{i}: B, ", 'B: {}\nA: {oneOf: [{$ref: "#/components/schemas/B"}], discriminator: {propertyName: k, mapping: {', "}}}\n"),
    Piece("{type: array, items: ", "A: ", "{}", "}"), Piece("{properties: {a: ", "A: ", "{}", "}}"), Piece("{allOf: [", "A: ", "{}", "]}"),
    Piece("{oneOf: [{type: integer}, ", "A: ", "{}", "]}"), Piece("{additionalProperties: ", "A: ", "{}", "}"),
    Piece("word ", 'A: {properties: {a: {description: "', '"}}}\n'), Piece("W. ", 'A: {properties: {a: {}}, description: "', '"}\n'),
    Piece("\\n", 'A: {properties: {a: {}}, description: "', '"}\n'), Piece("\\na", 'A: {properties: {a: {}}, description: "', '"}\n'), Piece(MARKS, 'A: {properties: {a: {}}, description: "a', '"}\n'),
    Piece("a", "A: {properties: {", ": {}}}\n"), Piece("a b ", "A: {properties: {", ": {}}}\n"), Piece("a", "", ": {properties: {a: {}}}\n"), Piece(MARKS, "a", ": {properties: {a: {}}}\n"),
    Piece("/a", 'A: {$ref: "#', '"}\n'), Piece("~1", 'A: {$ref: "#/', '"}\n'), Piece("../", 'A: {$ref: "', '"}\n'), Piece("%41", 'A: {$ref: "#/', '"}\n'),
    Piece("{name: p{i}, in: query, schema: {type: string}}, ", "get: {parameters: [", "]}\n"), Piece("{name: p{i}, in: header}, ", "get: {parameters: [", "]}\n"),
    Piece("{name: p{i}, in: path}, ", "get: {parameters: [", "]}\n"), Piece("{name: b, in: path}, ", "get: {parameters: [", "]}\n"), Piece("{name: p{i}, in: cookie}, ", "get: {parameters: [", "]}\n"),
    Piece("m{i}: {type: string}, ", "get: {parameters: [{name: a, in: query, schema: {properties: {", "}}}]}\n"),
    Piece("a/b{i}: {schema: {type: integer}}, ", "get: {responses: {200: {content: {", "}}}}\n"), Piece("a/j{i}+json: {schema: {type: integer}}, ", "get: {responses: {200: {content: {", "}}}}\n"),
    Piece("a/j{i}+json: {schema: {properties: {a: {}}}}, ", "put: {requestBody: {content: {", "}}}\n"), Piece("a/b{i}: {}, ", "put: {requestBody: {content: {", "}}}\n"),
    Piece("{i}: {}, ", "get: {responses: {", "}}\n"), Piece("4{i}: {content: {application/json: {}}}, ", "get: {responses: {", "}}\n"), Piece("H{i}: {}, ", "get: {responses: {200: {headers: {", "}}}}\n"),
    Piece("l{i}: {operationId: a}, ", "get: {responses: {200: {links: {", "}}}}\n"), Piece("t{i}, ", "get: {tags: [", "]}\n"), Piece("c{i}: {}, ", "get: {callbacks: {", "}}\n"),
    Piece("/p{i}: {get: {}}, ", "openapi: 3.1.0\npaths: {", "}\n"), Piece('/p{i}: {$ref: "#/x-a"}, ', "openapi: 3.1.0\nx-a: {get: {}}\npaths: {", "}\n"),
    Piece("/{p{i}}", "openapi: 3.1.0\npaths: {? '", "' : {get: {}}}\n"), Piece("/a", "openapi: 3.1.0\npaths: {", ": {get: {}}}\n"), Piece("/a: {get: {operationId: a}}, ", "openapi: 3.1.0\npaths: {", "}\n"),
    Piece("/p{i}: {get: {operationId: a}}, ", "openapi: 3.1.0\npaths: {", "}\n"), Piece("{url: /a{i}}, ", "openapi: 3.1.0\nservers: [", "]\n"),
    Piece("{k: []}, ", "openapi: 3.1.0\nsecurity: [", "]\npaths: {/a: {get: {}}}\ncomponents: {securitySchemes: {k: {type: http, scheme: basic}}}\n"),
    Piece("s{i}, ", "openapi: 3.1.0\nsecurity: [{k: [", "]}]\npaths: {/a: {get: {}}}\ncomponents: {securitySchemes: {k: {type: http, scheme: basic}}}\n"),
    Piece("s{i}: x, ", "openapi: 3.1.0\nsecurity: [{k: []}]\npaths: {/a: {get: {}}}\ncomponents: {securitySchemes: {k: {type: oauth2, flows: {implicit: {scopes: {", "}}}}}}\n"),
    Piece("{a: 1}, ", "[", "{}]"), Piece("{a{i}: 1}, ", "[", "{}]"), Piece("a{i}: 1, ", "{", "}"), Piece("[1], ", "[", "[]]"), Piece("{a: [{b: c}]}, ", "[", "{}]"),
    Piece("2026-11-26T10:00:00Z, ", "[", "a]"), Piece("{title: W, items: {}}, ", "A: {oneOf: [", "]}\n"),
)  # fmt: skip

# What stands in a member of which only the place is known.
IN_A_MEMBER = pieces(
    "[", " ", "1", "-", Piece("[", closing="]"), Piece('{"a":', after="1", closing="}"), Piece("1,", "[", "1]"),
    Piece('"k{i}":1,', "{", '"z":0}'), Piece("a", '"', '"'), Piece("\u00e9", '"', '"'), Piece(MARKS, '"a', '"'),
    Piece(FLAG, '"', '"'), Piece("\\n", '"', '"'), Piece("\\u0301\\u0323", '"a', '"'), Piece(" ", '"', '"'), Piece("1", "0.", ""),
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

# What stands in queries beside that.
QUERIES = pieces(
    "a,", "a{i},", "-a,", "a.b,", "a.", "%CC%81%CC%A3,", "filter[a{i}]=1&", "fields[a{i}]=a&", "page[a{i}]=1&", "1", "-", "0",
    *(Piece("%CC%81%CC%A3", before, after) for before in ("filter[a", "fields[a", "page[a") for after in ("]=1", "]=")),
    Piece("%CC%81%CC%A3", "include=a", ""), Piece("%CC%81%CC%A3", "sort=a", ""), Piece("%CC%81%CC%A3", "sort=-a", ""),
)  # fmt: skip

MULTIPART = pieces(
    "--x\r\n", "--x", "-", "\r\n", "\r\n--", "\r", "a",
    Piece('--x\r\nContent-Disposition: form-data; name="a{i}"\r\n\r\nx\r\n', "", "--x--\r\n"),
    Piece('--x\r\nContent-Disposition: form-data; name="score[k{i}]"\r\n\r\nx\r\n', "", "--x--\r\n"),
    Piece('--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx\r\n', "", "--x--\r\n"),
    Piece("X-{i}: y\r\n", "--x\r\n", "\r\n\r\n--x--\r\n"),
    Piece("\r\n--", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n", "\r\n--x--\r\n"),
    Piece("\r", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n", "\r\n--x--\r\n"),
    Piece('; a{i}="x"', "--x\r\nContent-Disposition: form-data", "\r\n\r\nx\r\n--x--\r\n"),
    Piece("\\\"", '--x\r\nContent-Disposition: form-data; name="', '"\r\n\r\nx\r\n--x--\r\n'),
    Piece(" ", "--x", "\r\n\r\nx\r\n--x--\r\n"),
    Piece(MARKS, '--x\r\nContent-Disposition: form-data; name="a', '"\r\n\r\nx\r\n--x--\r\n'),
    Piece(MARKS, '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\na', "\r\n--x--\r\n"),
)  # fmt: skip

CSV = pieces("a,", '"a",', '"', ",", "\n", "\r", "a\n", '""', '"a""b",', "a,b\n", Piece("a", '"', '"'), "\u00e9")

# What stands in the values of fields, whatever the field.
VALUES = pieces(
    ",", ", ", ",,", ";", "; ", "=", '"', '\\"', "\\", "/", "*", "*/*,", "a,", "a ,", "a{i},", "a=b; ", "a{i}=b; ",
    "a={i}, ", 'a="b", ', ";q=1", "a;q=0.5,", "text/html,", "text/html;a=b,", "application/xml;q=0.9,", '"a",', MARKS, FLAG,
    'W/"a",', "0-1,", "{i}-{i},", "-1,", "9", "%41", "(", "<a>; rel=next, ", "<", "gzip,", "es-ES,", "a:",
    "for=a;by=b,", "[", ".", "-", " ", "\t", "a", "bytes=", "Basic a,", Piece("zIHMo8yBzKPMgcyj", "Basic dGVz", "OmE="), 'Digest a="b",', "00-", "1.2.3.4, ",
)  # fmt: skip

# What proxies say, and what openings of WebSockets offer.
FORWARDED = pieces(
    "for=1.2.3.4, ", 'for="[::1]", ', "for=_a{i}, ", "for=1.2.3.4;proto=https;host=a;by=_b, ", 'for="a\\"", ', "127.0.0.1, ", "::1, ",
    "127.0.0.1,", "unknown, ", Piece(MARKS, "for=a", ""), Piece("a{i}=b;", "", "for=1.2.3.4"), Piece("127.0.0.1, ", "", "10.0.0.1"),
)  # fmt: skip
EXTENSIONS = pieces(
    "permessage-deflate, ", "permessage-deflate; client_max_window_bits, ", Piece("; client_max_window_bits", "permessage-deflate"),
    Piece("; a{i}", "permessage-deflate"), Piece("1", "permessage-deflate; client_max_window_bits="), Piece("; server_max_window_bits=9", "permessage-deflate"),
)  # fmt: skip

PATHS = pieces("%CC%81%CC%A3", "/", "a/", "../", "./", "%2e%2e/", "%41", "%", ";a=b", ".", "a", "%2F", "{i}/", "+", ".json", "\u00e9")

# Messages of HTTP/1.1 as a connection brings them, behind the byte that chooses limits and the request that is answered.
REQUEST = "0GET / HTTP/1.1\r\nHost: h\r\n"
REQUESTS = pieces(
    Piece("\r\n", "0"), Piece("a", "0GET /", " HTTP/1.1\r\nHost: h\r\n\r\n"), Piece("G", "0"),
    Piece("GET / HTTP/1.1\r\nHost: h\r\n\r\n", "0"), Piece("X{i}: y\r\n", REQUEST, "\r\n"), Piece("Host: h\r\n", REQUEST, "\r\n"),
    Piece("Content-Length: 1\r\n", REQUEST, "\r\na"), Piece("1, ", REQUEST + "Content-Length: ", "1\r\n\r\na"),
    Piece("chunked, ", REQUEST + "Transfer-Encoding: ", "chunked\r\n\r\n0\r\n\r\n"), Piece("close, ", REQUEST + "Connection: ", "close\r\n\r\n"),
    Piece(" ", REQUEST + "X:", "y\r\n\r\n"), Piece("y", REQUEST + "X: ", "\r\n\r\n"), Piece("a", REQUEST + "Content-Length: 9999999\r\n\r\n"),
    Piece("1\r\na\r\n", REQUEST + "Transfer-Encoding: chunked\r\n\r\n", "0\r\n\r\n"),
    Piece(";a=b", REQUEST + "Transfer-Encoding: chunked\r\n\r\n1", "\r\na\r\n0\r\n\r\n"),
    Piece("X{i}: y\r\n", REQUEST + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "\r\n"),
    Piece("0", REQUEST + "Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n0\r\n\r\n"),
)  # fmt: skip
OK = "0HTTP/1.1 200 OK\r\n"
RESPONSES = pieces(
    Piece("HTTP/1.1 103 Early\r\nLink: <a>\r\n\r\n", "0", OK[1:] + "\r\n"), Piece("a", "0HTTP/1.1 200 ", "\r\n\r\n"), Piece("\r\n", "0"),
    Piece("X{i}: y\r\n", OK, "\r\n"), Piece("y", OK + "X: ", "\r\n\r\n"), Piece("1, ", OK + "Content-Length: ", "1\r\n\r\na"),
    Piece("Content-Length: 1\r\n", OK, "\r\na"), Piece("chunked, ", OK + "Transfer-Encoding: ", "chunked\r\n\r\n0\r\n\r\n"),
    Piece("a", OK + "\r\n"), Piece("a", OK + "Content-Length: 9999999\r\n\r\n"),
    Piece("1\r\na\r\n", OK + "Transfer-Encoding: chunked\r\n\r\n", "0\r\n\r\n"),
    Piece(";a=b", OK + "Transfer-Encoding: chunked\r\n\r\n1", "\r\na\r\n0\r\n\r\n"),
    Piece("X{i}: y\r\n", OK + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "\r\n"),
)  # fmt: skip
