// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `Reading models from XML` {
    private func read<T: Decodable>(
        _ text: String,
        as type: T.Type = T.self,
        _ change: (inout XML) -> Void = { _ in }
    ) throws -> T {
        var xml = XML()
        change(&xml)
        return try xml.decode(type, from: text)
    }

    struct Film: Codable, Equatable {
        var id: Int
        var title: String
    }

    @Test(arguments: [
        "<film><id>7</id><title>Stalker</title></film>",
        "<film id='7' title='Stalker'/>",
        "<film id='7'><title>Stalker</title></film>",
        "<film><title>Stalker</title><id>7</id></film>",
        "<film>\n  <!-- one --><id>7</id>\n  <?x y?><title>Stalker</title>\n</film>",
        "<film id='8'><id>7</id><title>Stalker</title><title>Mirror</title></film>",
        "<f:film xmlns:f='urn:f'><f:id>7</f:id><f:title>Stalker</f:title></f:film>",
    ])
    func `a plain key matches a child element first, then an attribute`(_ text: String) throws {
        #expect(try read(text, as: Film.self) == Film(id: 7, title: "Stalker"))
    }

    struct Price: Codable, Equatable {
        @XML.Attribute var currency: String
        @XML.Text var amount: Decimal
    }

    @Test func `property wrappers select an attribute or the text`() throws {
        let price = try read("<p currency='EUR'> 9.90 </p>", as: Price.self)
        #expect(price == Price(currency: "EUR", amount: Decimal(string: "9.9") ?? 0))
        // A child element with the attribute's name is not the attribute.
        #expect(
            try read("<p currency='EUR'><currency>USD</currency>1</p>", as: Price.self).currency
                == "EUR"
        )
        #expect(throws: CodingError.self) {
            try read("<p><currency>USD</currency>1</p>", as: Price.self)
        }
    }

    struct Keyed: Codable, Equatable {
        var id: Int
        var text: String

        enum CodingKeys: String, CodingKey {
            case id = "@id"
            case text = "#text"
        }
    }

    struct Unnamed: Codable, Equatable {
        var id: Int?
        var text: String

        enum CodingKeys: String, CodingKey {
            case id = "@id"
            case text = ""
        }
    }

    @Test func `key prefixes select an attribute or the text`() throws {
        #expect(try read("<a id='1'><id>2</id>t</a>", as: Keyed.self) == Keyed(id: 1, text: "t"))
        #expect(try read("<a id='1'>t<b/>u</a>", as: Unnamed.self) == Unnamed(id: 1, text: "tu"))
        #expect(try read("<a>t</a>", as: Unnamed.self) == Unnamed(id: nil, text: "t"))
        #expect(try read("<a/>", as: Unnamed.self) == Unnamed(id: nil, text: ""))
        #expect(throws: CodingError.self) { try read("<a><id>2</id></a>", as: Keyed.self) }
    }

    struct Labelled: Codable, Equatable {
        var id: Int
        var amount: Double
        var note: String?

        enum CodingKeys: String, XMLCodingKey {
            case id, amount, note

            var node: XML.Node {
                switch self {
                case .id: .attribute
                case .amount: .text
                case .note: .cdata
                }
            }
        }
    }

    @Test func `a key can declare its node as attribute, text or CDATA`() throws {
        let text = "<a id='1'><id>2</id><note>n</note> 4.5 </a>"
        let model = Labelled(id: 1, amount: 4.5, note: "n")
        #expect(try read(text, as: Labelled.self) == model)
        var xml = XML()
        xml.writesDeclaration = false
        let written = "<Labelled id=\"1\">4.5<note><![CDATA[n]]></note></Labelled>"
        #expect(try xml.encodeToString(model) == written)
        xml.sortsKeys = true
        #expect(try xml.encodeToString(model) == written)
        #expect(try JSON().encodeToString(model) == #"{"id":1,"amount":4.5,"note":"n"}"#)
    }

    // MARK: - Lists

    struct Shelf: Codable, Equatable {
        var name: String?
        var film: [Film]
        var tag: [String]
    }

    @Test(arguments: [
        "<s><film id='1' title='a'/><film id='2' title='b'/><tag>x</tag><tag>y</tag></s>",
        "<s><film id='1' title='a'/><tag>x</tag><film id='2' title='b'/><tag>y</tag></s>",
        "<s><tag>x</tag><film id='1' title='a'/><other/><tag>y</tag><film id='2' title='b'/></s>",
    ])
    func `repeated children are an array, wherever they are`(_ text: String) throws {
        let films = [Film(id: 1, title: "a"), Film(id: 2, title: "b")]
        #expect(try read(text, as: Shelf.self) == Shelf(name: nil, film: films, tag: ["x", "y"]))
    }

    @Test func `one child is an array of one, and no child is an empty array`() throws {
        let shelf = try read("<s><tag>x</tag></s>", as: Shelf.self)
        #expect(shelf == Shelf(name: nil, film: [], tag: ["x"]))
        #expect(try read("<s/>", as: Shelf.self) == Shelf(name: nil, film: [], tag: []))
    }

    struct Wrapped: Codable, Equatable {
        var film: [Film]

        enum CodingKeys: String, PathCodingKey {
            case film = "films.film"
        }
    }

    @Test func `a key path reads an array from its wrapper element`() throws {
        let films = [Film(id: 1, title: "a"), Film(id: 2, title: "b")]
        let text = "<s><films><film id='1' title='a'/><film id='2' title='b'/></films></s>"
        #expect(try read(text, as: Wrapped.self) == Wrapped(film: films))
        #expect(try read("<s><films/></s>", as: Wrapped.self) == Wrapped(film: []))
        #expect(try read("<s/>", as: Wrapped.self) == Wrapped(film: []))
        let written = try XML().encodeToString(Wrapped(film: films))
        #expect(written.contains("<films><film><id>1</id>"))
        #expect(try read(written, as: Wrapped.self) == Wrapped(film: films))
    }

    @Test func `a root array contains all child elements`() throws {
        #expect(try read("<a><b>1</b><c>2</c><b>3</b></a>", as: [Int].self) == [1, 2, 3])
        #expect(try read("<a/>", as: [Int].self) == [])
        #expect(try read("<a>\n</a>", as: [Int].self) == [])
        #expect(try read("<a x='1'/>", as: [Int].self) == [])
        let nested = "<a><b><i>1</i><i>2</i></b><b/><b><i>3</i></b></a>"
        #expect(try read(nested, as: [[Int]].self) == [[1, 2], [], [3]])
        #expect(try read("<a><b><c><d>1</d></c></b></a>", as: [[[Int]]].self) == [[[1]]])
    }

    @Test func `dictionaries contain attributes and children`() throws {
        let text = "<a><x>1</x><y>2</y><x>3</x></a>"
        #expect(try read(text, as: [String: Int].self) == ["x": 1, "y": 2])
        #expect(try read(text, as: [String: [Int]].self) == ["x": [1, 3], "y": [2]])
        #expect(try read("<a k='1'><k>2</k></a>", as: [String: Int].self) == ["@k": 1, "k": 2])
        #expect(try read("<a/>", as: [String: Int].self) == [:])
    }

    // MARK: - Nothing

    struct Empty: Codable, Equatable {
        var text: String?
        var number: Int?
        var date: Date?
        var list: [Int]?
        var inner: Inner?

        struct Inner: Codable, Equatable {
            var x: Int?
        }
    }

    @Test func `empty elements are nil, an empty string or an empty object`() throws {
        let nothing = Empty()
        #expect(try read("<a/>", as: Empty.self) == nothing)
        #expect(try read("<a><text/><number/><date></date></a>", as: Empty.self) == Empty(text: ""))
        #expect(try read("<a><b/><b></b></a>", as: [String].self) == ["", ""])
        #expect(try read("<a><b/><b>1</b></a>", as: [Int?].self) == [nil, 1])
        #expect(try read("<a><b/></a>", as: [Empty].self) == [nothing])
        #expect(try read("<a inner=''/>", as: Empty.self).inner == nil)
        #expect(throws: CodingError.self) { try read("<a><b/></a>", as: [Int].self) }
        #expect(throws: CodingError.self) { try read("<a><b/></a>", as: [Date].self) }
    }

    @Test(arguments: ["nil='true'", "xsi:nil='true'", "xsi:nil='1'"])
    func `an element can be marked as nil`(_ attribute: String) throws {
        let declaration = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
        let text = "<a \(declaration)><b \(attribute)/><b>1</b></a>"
        #expect(try read(text, as: [Int?].self) == [nil, 1])
        let member = "<a \(declaration)><number \(attribute)/><inner x='1' \(attribute)/></a>"
        #expect(try read(member, as: Empty.self) == Empty())
        let error = try #require(throws: CodingError.self) {
            try read("<a \(declaration)><id \(attribute)/><title/></a>", as: Film.self)
        }
        #expect(error.code == .valueNotFound && error.pointer == "/id")
    }

    struct Amount: Codable, Equatable {
        @XML.Attribute var currency: String?
        @XML.Text var value: Int?
    }

    @Test func `an element marked as nil keeps its attributes`() throws {
        let text = """
            <a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>
              <b currency='EUR' xsi:nil='true'/><b currency='USD'/><b/><b currency='x'>4</b>
              <b currency='y' nil='true'/>
            </a>
            """
        let amounts = [
            Amount(currency: "EUR", value: nil), Amount(currency: "USD", value: nil),
            Amount(currency: nil, value: nil), Amount(currency: "x", value: 4),
            Amount(currency: "y", value: nil),
        ]
        #expect(try read(text, as: [Amount].self) == amounts)
    }

    // MARK: - Scalars

    struct Scalars: Codable, Equatable {
        var int: Int
        var large: UInt64
        var double: Double
        var yes: Bool
        var no: Bool
        var date: Date
        var id: UUID
        var url: URL
        var bytes: Data
        var wide: Int128
    }

    @Test func `scalars other than strings can have white space around them`() throws {
        let text = """
            <a yes=' 1 '>
              <int>
                -7
              </int>
              <large> 18446744073709551615 </large><double>\t1.5e3\n</double>
              <no> false <!-- not so --></no>
              <date>
                1970-01-01T00:00:01Z
              </date>
              <id> E621E1F8-C36C-495A-93FC-0C247A3E6E5F </id><url> https://example.org/a?b&amp;c </url>
              <bytes> AP/+
                SGFsbG8= </bytes><wide> -170141183460469231731687303715884105728 </wide>
            </a>
            """
        let value = try read(text, as: Scalars.self)
        #expect(value.int == -7 && value.large == .max && value.double == 1500)
        #expect(value.yes && !value.no && value.date == Date(timeIntervalSince1970: 1))
        #expect(value.id.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        #expect(value.url.absoluteString == "https://example.org/a?b&c")
        #expect(value.bytes == Data([0, 255, 254] + "Hallo".utf8) && value.wide == .min)
        #expect(try XML().decode(Scalars.self, from: XML().encode(value)) == value)
    }

    @Test func `strings keep white space unless trimming is requested`() throws {
        let text = "<a><b> x\n</b><b y='1'> z <!-- --> y </b><b><![CDATA[ ]]></b></a>"
        #expect(try read(text, as: [String].self) == [" x\n", " z  y ", " "])
        #expect(try read(text, as: [String].self) { $0.trimsTexts = true } == ["x", "z  y", ""])
    }

    @Test(arguments: [
        ("<a><id>x</id><title/></a>", "/id", CodingError.Code.invalidValue),
        ("<a><id>300000000000000000000</id><title/></a>", "/id", .outOfRange),
        ("<a><id><b/></id><title/></a>", "/id", .typeMismatch),
        ("<a><title/></a>", "/id", .keyNotFound),
        ("<a id='y' title=''/>", "/id", .invalidValue),
    ])
    func `errors have a code, a pointer and a position`(
        _ text: String,
        _ pointer: String,
        _ code: CodingError.Code
    ) throws {
        let error = try #require(throws: CodingError.self) { try read(text, as: Film.self) }
        #expect(error.code == code && error.pointer == pointer && error.place != nil)
    }

    // MARK: - Names

    struct Entry: Codable, Equatable {
        var title: String
        var other: String?
        var lang: String?

        enum CodingKeys: String, CodingKey {
            case title = "a:title"
            case other = "{urn:b}title"
            case lang = "@xml:lang"
        }
    }

    @Test func `keys can name a namespace by its prefix`() throws {
        let text = """
            <e xmlns='urn:b' xmlns:q='urn:a' xml:lang='es'><title>b</title><q:title>a</q:title></e>
            """
        let entry = Entry(title: "a", other: "b", lang: "es")
        #expect(try read(text, as: Entry.self) { $0.prefixes = ["a": "urn:a"] } == entry)
        // A prefix without a declaration is ignored.
        #expect(try read(text, as: Entry.self).title == "b")
        let missing = try #require(throws: CodingError.self) {
            try read("<e xmlns='urn:b'><title/></e>", as: Entry.self) {
                $0.prefixes = ["a": "urn:a"]
            }
        }
        #expect(missing.code == .keyNotFound)
    }

    @Test func `attributes are in no namespace unless they have a prefix`() throws {
        struct Link: Codable, Equatable {
            var own: String?
            var href: String?

            enum CodingKeys: String, CodingKey {
                case own = "@{}href"
                case href = "@x:href"
            }
        }
        let text = "<a xmlns='urn:d' xmlns:l='urn:l' href='1' l:href='2'/>"
        let link = try read(text, as: Link.self) { $0.prefixes = ["x": "urn:l"] }
        #expect(link == Link(own: "1", href: "2"))
    }

    @Test func `a colon is part of a name if namespaces are ignored`() throws {
        struct Colon: Codable, Equatable {
            var x: Int

            enum CodingKeys: String, CodingKey { case x = "p:x" }
        }
        var xml = XML()
        xml.namespaces = .ignore
        xml.writesDeclaration = false
        #expect(try xml.decode(Colon.self, from: "<p:a><p:x>1</p:x></p:a>") == Colon(x: 1))
        #expect(try xml.encodeToString(Colon(x: 1)) == "<Colon><p:x>1</p:x></Colon>")
        xml.root = "p:a"
        #expect(throws: CodingError.self) {
            try xml.decode(Colon.self, from: "<a><p:x>1</p:x></a>")
        }
    }

    @Test(arguments: [
        ("films", "<films/>", true), ("films", "<film/>", false),
        ("films", "<f:films xmlns:f='u'/>", true),
        ("s:films", "<f:films xmlns:f='urn:s'/>", true), ("s:films", "<films/>", false),
        ("{urn:s}films", "<films xmlns='urn:s'/>", true),
        ("{urn:s}films", "<films xmlns='u'/>", false),
    ])
    func `the name of the root element is checked if it is set`(
        _ root: String,
        _ text: String,
        _ isRight: Bool
    ) throws {
        func attempt() throws -> [Int] {
            try read(text) { ($0.root, $0.prefixes) = (root, ["s": "urn:s"]) }
        }
        if isRight {
            #expect(try attempt() == [])
        } else {
            let error = try #require(throws: CodingError.self) { try attempt() }
            #expect(error.code == .typeMismatch && error.message.contains("root element"))
        }
    }
}
