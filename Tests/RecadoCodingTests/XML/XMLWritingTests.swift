// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// Encodes members with the given names in order, each with its index as the value.
private struct Members: Encodable {
    var names: [String]

    init(_ names: [String]) { self.names = names }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (index, name) in names.enumerated() {
            try container.encode(index, forKey: TextKey(name))
        }
    }
}

struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

@Suite struct `Writing models as XML` {
    private func write(
        _ value: some Encodable,
        _ change: (inout XML) -> Void = { _ in }
    ) throws -> String {
        var xml = XML()
        xml.writesDeclaration = false
        change(&xml)
        return try xml.encodeToString(value)
    }

    struct Film: Codable, Equatable {
        @XML.Attribute var id: Int
        var title: String
        var year: Int?
        var tags: [String]
    }

    private let film = Film(id: 7, title: "Él & <ella>", year: nil, tags: ["a", "b"])

    @Test func `members are written in the order of the model`() throws {
        let text =
            "<Film id=\"7\"><title>Él &amp; &lt;ella&gt;</title><tags>a</tags><tags>b</tags></Film>"
        #expect(try write(film) == text)
        #expect(try write([film]) == "<Films>\(text)</Films>")
        #expect(try write(Optional(film)) == text)
        #expect(
            try XML().encodeToString(film) == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + text
        )
        #expect(try XML().decode(Film.self, from: XML().encode(film)) == film)
    }

    @Test func `root values of standard types are elements named value or items`() throws {
        #expect(try write(5) == "<value>5</value>")
        #expect(try write("") == "<value/>")
        #expect(try write([1, 2]) == "<items><item>1</item><item>2</item></items>")
        #expect(try write([[1], []]) == "<items><item><item>1</item></item><item/></items>")
        #expect(try write(["k": [1, 2]]) == "<value><k>1</k><k>2</k></value>")
        #expect(try write([Int]()) == "<items/>")
        #expect(try write(Int?.none) == "<value/>")
        #expect(
            try write([1]) { ($0.root, $0.item) = ("list", "n") } == "<list><n>1</n></list>"
        )
    }

    struct Optionals: Encodable {
        var a: Int?
        @XML.Attribute var b: Int?
        var c: [Int?]

        enum CodingKeys: CodingKey { case a, b, c }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(a, forKey: .a)
            try container.encode(_b, forKey: .b)
            try container.encode(c, forKey: .c)
        }
    }

    @Test(arguments: [
        (XML.Nulls.omitted, "<Optionals><c/><c>1</c></Optionals>"),
        (.empty, "<Optionals><a/><c/><c>1</c></Optionals>"),
        (
            .xsiNil,
            "<Optionals xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><a xsi:nil=\"true\"/>"
                + "<c xsi:nil=\"true\"/><c>1</c></Optionals>"
        ),
    ])
    func `nil is written in the chosen form`(_ nulls: XML.Nulls, _ expected: String) throws {
        #expect(try write(Optionals(c: [nil, 1])) { $0.nulls = nulls } == expected)
    }

    @Test func `a nil text keeps the attributes of its element`() throws {
        struct Amount: Encodable {
            @XML.Attribute var unit = "kg"
            var text: Int?

            enum CodingKeys: String, CodingKey {
                case unit
                case text = "#text"
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(_unit, forKey: .unit)
                try container.encode(text, forKey: .text)
            }
        }
        let text = try write(["a": Amount()]) { $0.nulls = .xsiNil }
        #expect(text.hasSuffix("<a unit=\"kg\" xsi:nil=\"true\"/></value>"))
        #expect(try write(["a": Amount()]) == "<value><a unit=\"kg\"/></value>")
    }

    // MARK: - Attributes

    @Test func `attributes after content move into the start tag`() throws {
        let members = Members(["x", "@a", "y", "@b"])
        #expect(try write(members) == "<Members a=\"1\" b=\"3\"><x>0</x><y>2</y></Members>")
        #expect(
            try write(["k": [members, members]]) {
                $0.isPretty = true
            } == """
                <value>
                  <k a="1" b="3">
                    <x>0</x>
                    <y>2</y>
                  </k>
                  <k a="1" b="3">
                    <x>0</x>
                    <y>2</y>
                  </k>
                </value>

                """
        )
    }

    @Test func `many attributes after much content take linear time`() throws {
        let text = String(repeating: "x", count: 1_000_000)
        let attributes = (0..<20_000).map { ("@a\($0)", Value.string("1")) }
        let value = Value.object(Value.Object([("#text", .string(text))] + attributes))
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try XML().encode(value).count > 1_000_000)
        #expect(clock.now - start < .seconds(20))
    }

    @Test(arguments: [
        (["@a", "@a"], "<Members a=\"1\"/>"),
        (["@a", "b", "@a"], "<Members a=\"2\"><b>1</b></Members>"),
        (["x", "@a", "y", "x"], "<Members a=\"1\"><x>3</x><y>2</y></Members>"),
    ])
    func `a member written again replaces the previous one`(
        _ names: [String],
        _ expected: String
    ) throws {
        #expect(try write(Members(names)) == expected)
    }

    @Test func `an attribute repeated by a flat property is refused`() throws {
        struct Part: Encodable { @XML.Attribute var a = 1 }
        struct Whole: Encodable {
            @XML.Attribute var a = 2
            @Flat var part = Part()
        }
        let error = try #require(throws: CodingError.self) { try write(Whole()) }
        #expect(error.code == .unsupported && error.message.contains("comes twice"))
    }

    @Test func `an array or a model as an attribute is refused`() throws {
        struct Wrong: Encodable { @XML.Attribute var list = [1, 2] }
        struct Inner: Encodable { @XML.Attribute var film = Members(["a"]) }
        for value in [Wrong(), Inner()] as [any Encodable] {
            let error = try #require(throws: CodingError.self) { try write(value) }
            #expect(error.code == .unsupported && error.pointer.count > 1)
        }
    }

    @Test func `attributes escape characters that a parser would normalize`() throws {
        let text = "<\"&'>\t\n\r\u{85}é"
        let written = try write(["@a": text])
        #expect(written == "<value a=\"&lt;&quot;&amp;'&gt;&#9;&#10;&#13;\u{85}é\"/>")
        #expect(try XML().decode([String: String].self, from: written) == ["@a": text])
    }

    // MARK: - Names

    @Test(arguments: [
        "", "a b", "1a", "-a", "a<", "a:b:c", ":a", "a:", "q:a", "{u", "{u}a", "@", "@1", "a\u{0}",
    ])
    func `a key that is not an XML name is refused with its pointer`(_ name: String) throws {
        // The empty key stands for the text of the element.
        guard !name.isEmpty else {
            return #expect(try write(Members([""])) == "<Members>0</Members>")
        }
        let error = try #require(throws: CodingError.self) {
            try write(["films": [Members(["ok", name])]])
        }
        #expect(error.code == .unsupported && error.pointer.hasPrefix("/films/0/"))
    }

    @Test func `a dictionary with integer keys is refused with an explanation`() throws {
        struct Shelf: Encodable {
            var name = "Horror"
            var films = [7: "Alien"]
        }
        for sorts in [false, true] {
            var xml = XML()
            xml.sortsKeys = sorts
            let error = try #require(throws: CodingError.self) { try xml.encode([Shelf()]) }
            #expect(
                error.description == """
                    unsupported at /0/films/7: "7" is no name of an element or attribute: \
                    expected a letter or "_" and then letters, digits, "-", "_" and "."
                    """
            )
        }
        // An array of pairs is an alternative that can be written.
        struct Pair: Encodable {
            @XML.Attribute var id: Int
            @XML.Text var title: String
        }
        let pairs = ["film": [Pair(id: 7, title: "Alien")]]
        #expect(try write(pairs).contains("<film id=\"7\">Alien</film>"))
    }

    @Test func `a key is shortened to one line in an error`() throws {
        let key = "a\n\u{2028}" + String(repeating: "b", count: 100)
        let error = try #require(throws: CodingError.self) { try write([key: 1]) }
        #expect(error.message.hasPrefix("\"a\u{FFFD}\u{FFFD}bbb"))
        #expect(error.message.contains("b…\" is no name"))
    }

    @Test func `namespace prefixes are declared on the root element`() throws {
        struct Envelope: Codable, Equatable {
            var body: Body
            var plain: Int

            enum CodingKeys: String, CodingKey {
                case body = "soap:Body"
                case plain
            }

            struct Body: Codable, Equatable {
                var id: Int
                var ping: String

                enum CodingKeys: String, CodingKey {
                    case id = "@{urn:soap}id"
                    case ping = "{urn:d}ping"
                }
            }
        }
        var xml = XML()
        xml.writesDeclaration = false
        xml.prefixes = ["": "urn:d", "soap": "urn:soap"]
        xml.root = "soap:Envelope"
        let envelope = Envelope(body: .init(id: 1, ping: "p"), plain: 2)
        let text = try xml.encodeToString(envelope)
        #expect(
            text == """
                <soap:Envelope xmlns="urn:d" xmlns:soap="urn:soap"><soap:Body soap:id="1"><ping>p</ping>\
                </soap:Body><plain>2</plain></soap:Envelope>
                """
        )
        #expect(try xml.decode(Envelope.self, from: text) == envelope)
    }

    @Test(arguments: [
        ["xmlns": "u"], ["a b": "u"], ["xml": "u"], ["p": ""],
        ["p": "http://www.w3.org/2000/xmlns/"],
        ["p": "http://www.w3.org/XML/1998/namespace"],
    ])
    func `namespace prefixes that cannot be declared are refused`(_ prefixes: [String: String]) {
        #expect(throws: CodingError.self) { try write(1) { $0.prefixes = prefixes } }
    }

    @Test func `a name without namespace is refused under a default namespace`() throws {
        #expect(try write(Members(["{}a", "@{}b"])) == "<Members b=\"1\"><a>0</a></Members>")
        #expect(throws: CodingError.self) {
            try write(Members(["{}a"])) { $0.prefixes = ["": "urn:d"] }
        }
    }

    // MARK: - CDATA

    struct Page: Codable, Equatable {
        @XML.CDATA var html: String
        @XML.CDATA var notes: [String]
        var plain: String
    }

    @Test func `texts are written as CDATA sections if requested`() throws {
        let page = Page(html: "<b>&</b>", notes: ["x", ""], plain: "<")
        let text = try write(page)
        #expect(
            text == """
                <Page><html><![CDATA[<b>&</b>]]></html><notes><![CDATA[x]]></notes>\
                <notes><![CDATA[]]></notes><plain>&lt;</plain></Page>
                """
        )
        #expect(try XML().decode(Page.self, from: text) == page)
        #expect(
            try write(["a": "<", "b": "<"] as KeyValuePairsModel) { $0.cdata = ["a"] }
                == "<KeyValuePairsModel><a><![CDATA[<]]></a><b>&lt;</b></KeyValuePairsModel>"
        )
        #expect(
            try write(["a": "<", "@b": "<", "#text": "&"] as KeyValuePairsModel) {
                $0.cdata = ["*"]
            }
                == "<KeyValuePairsModel b=\"&lt;\"><a><![CDATA[<]]></a><![CDATA[&]]></KeyValuePairsModel>"
        )
    }

    struct KeyValuePairsModel: Encodable, ExpressibleByDictionaryLiteral {
        var pairs: [(String, String)]

        init(dictionaryLiteral elements: (String, String)...) { pairs = elements }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TextKey.self)
            for (name, value) in pairs { try container.encode(value, forKey: TextKey(name)) }
        }
    }

    @Test(arguments: [
        "]]>", "x]]>y]]>z", "]]]>", "]]", "]", ">", "]]]]>>", "]]>\u{301}", "]\u{301}]>", "\r\n",
        "a\rb", "]]\r>",
        "é]]>é", "\u{FFFD}",
    ])
    func `a CDATA section can contain any text`(_ text: String) throws {
        let written = try write(["a": text]) { $0.cdata = ["a"] }
        #expect(try XML().decode([String: String].self, from: written) == ["a": text])
    }

    @Test(arguments: ["\u{1}", "a\u{0}b", "\u{1F}", "\u{FFFE}", "\u{FFFF}", "01234567\u{B}"])
    func `characters not allowed in XML are refused with their pointer`(_ text: String) throws {
        let value = ["films": [["title": "ok"], ["title": text]]]
        for cdata in [[], ["*"]] as [Set<String>] {
            let error = try #require(throws: CodingError.self) {
                try write(value) { $0.cdata = cdata }
            }
            #expect(error.code == .unsupported && error.pointer == "/films/1/title")
        }
        #expect(throws: CodingError.self) { try write(["@a": text]) }
    }

    // MARK: - Layout

    @Test func `pretty output keeps mixed content on one line`() throws {
        struct Mixed: Encodable {
            @XML.Attribute var id = 1
            var b = ["x"]
            @XML.Text var text = "hi"
            var c = ["d": ["e": 1]]
        }
        let text = try write([Mixed()]) { $0.isPretty = true }
        #expect(
            text == """
                <Mixeds>
                  <Mixed id="1"><b>x</b>hi<c><d><e>1</e></d></c></Mixed>
                </Mixeds>

                """
        )
    }

    @Test func `the prologue, empty elements and the order can be chosen`() throws {
        let text = try write(["b": "", "a": nil] as [String: String?]) {
            $0.writesDeclaration = true
            $0.isPretty = true
            $0.nulls = .empty
            $0.sortsKeys = true
            $0.emptyElements = .long
            $0.documentType = XML.DocumentType(publicID: "-//X//EN", systemID: "a.dtd")
        }
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE value PUBLIC "-//X//EN" "a.dtd">
                <value>
                  <a></a>
                  <b></b>
                </value>

                """
        )
    }

    @Test(arguments: [
        XML.DocumentType(publicID: "x"), XML.DocumentType(publicID: "{", systemID: "a"),
        XML.DocumentType(systemID: "'\""), XML.DocumentType(systemID: "\n"),
    ])
    func `a document type that cannot be written is refused`(_ type: XML.DocumentType) {
        #expect(throws: CodingError.self) { try write(1) { $0.documentType = type } }
    }

    @Test func `a document type has the root's name and is read if allowed`() throws {
        var xml = XML()
        xml.documentType = XML.DocumentType(systemID: "a\"b")
        (xml.root, xml.prefixes) = ("{urn:r}list", ["r": "urn:r"])
        let bytes = try xml.encode([1])
        #expect(String(decoding: bytes, as: UTF8.self).contains("<!DOCTYPE r:list SYSTEM 'a\"b'>"))
        #expect(throws: CodingError.self) { try xml.decode([Int].self, from: bytes) }
        xml.doctype = .internalSubset
        #expect(try xml.decode([Int].self, from: bytes) == [1])
    }

    @Test func `nesting is limited`() throws {
        struct Tower: Encodable {
            var height: Int

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: TextKey.self)
                if height > 0 {
                    try container.encode(Tower(height: height - 1), forKey: TextKey("t"))
                }
            }
        }
        #expect(try write(Tower(height: 200)).count > 200)
        for value in [Tower(height: 300)] {
            let error = try #require(throws: CodingError.self) { try write(value) }
            #expect(error.code == .tooDeep)
            #expect(throws: CodingError.self) { try write(value) { $0.sortsKeys = true } }
        }
    }
}
