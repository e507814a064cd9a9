// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@Suite struct `Enum cases and mixed content in XML` {
    private let xml: XML = {
        var xml = XML()
        xml.writesDeclaration = false
        return xml
    }()

    struct Square: Codable, Equatable { var side: Int }

    enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case square(Square)
        case point(Int, Int)
        case path([Int])
        case label(text: String, tags: [String])
        case note(String)
        case maybe(Int?)
        case none
    }

    // Computed and not stored: the leak detector does not see the payloads of enums in globals,
    // because Swift stores the case in bits of the pointers.
    private static var shapes: [Shape] {
        [
            .circle(radius: 1.5), .square(Square(side: 2)), .point(3, 4), .path([5, 6]), .path([7]),
            .path([]), .label(text: "a & b", tags: ["x", "y"]), .note(" n "), .note(""), .maybe(8),
            .maybe(nil), .none,
        ]
    }

    @Test(arguments: [
        (Shape.circle(radius: 1.5), "<circle><radius>1.5</radius></circle>"),
        (.square(Square(side: 2)), "<square><side>2</side></square>"),
        (.point(3, 4), "<point>3<_1>4</_1></point>"),
        (.path([5, 6]), "<path><_0>5</_0><_0>6</_0></path>"),
        (.path([]), "<path/>"),
        (
            .label(text: "a", tags: ["x", "y"]),
            "<label><text>a</text><tags>x</tags><tags>y</tags></label>"
        ),
        (.note("n"), "<note>n</note>"), (.note(""), "<note/>"),
        (.maybe(8), "<maybe>8</maybe>"), (.maybe(nil), "<maybe/>"), (.none, "<none/>"),
    ])
    func `an enum case is an element with the same name`(_ shape: Shape, _ text: String) throws {
        #expect(try xml.encodeToString(shape) == "<Shape>\(text)</Shape>")
        #expect(try xml.decode(Shape.self, from: "<Shape>\(text)</Shape>") == shape)
    }

    struct Nested: Codable, Equatable { var shapes: [Shape] }

    struct Content: Codable, Equatable {
        @XML.Attribute var id: Int
        var shapes: [Shape]

        enum CodingKeys: String, CodingKey {
            case id
            case shapes = "*"
        }
    }

    struct Within: Codable, Equatable {
        var shapes: [Shape]

        enum CodingKeys: String, PathCodingKey { case shapes = "drawing.shape" }
    }

    @Test func `arrays of cases are read back unchanged`() throws {
        let nested = Nested(shapes: Self.shapes)
        #expect(try xml.decode(Nested.self, from: xml.encode(nested)) == nested)
        let content = Content(id: 1, shapes: Self.shapes)
        let text = try xml.encodeToString(content)
        #expect(text.hasPrefix("<Content id=\"1\"><circle><radius>1.5</radius></circle><square>"))
        #expect(try xml.decode(Content.self, from: text) == content)
        let within = Within(shapes: Self.shapes)
        #expect(try xml.decode(Within.self, from: xml.encode(within)) == within)
        #expect(try xml.decode([Shape].self, from: xml.encode(Self.shapes)) == Self.shapes)
        let empty = Content(id: 1, shapes: [])
        #expect(try xml.decode(Content.self, from: xml.encode(empty)) == empty)
    }

    @Test func `payloads can be attributes`() throws {
        let text = "<d id='1'><circle radius='2'/><square side='3'/><label text='t'/></d>"
        let shapes: [Shape] = [
            .circle(radius: 2), .square(Square(side: 3)), .label(text: "t", tags: []),
        ]
        #expect(try xml.decode(Content.self, from: text) == Content(id: 1, shapes: shapes))
    }

    @Test func `an unknown element is refused with its line`() throws {
        let error = try #require(throws: CodingError.self) {
            try xml.decode(Content.self, from: "<d id='1'><none/>\n<oval/></d>")
        }
        #expect(error.place?.line == 2)
    }

    // MARK: - Mixed content

    enum Inline: Codable, Equatable {
        case text(String)
        case bold(String)
        case link(Link)
        case paragraph([Inline])

        enum CodingKeys: String, CodingKey {
            case text = "#text"
            case bold = "b"
            case link = "a"
            case paragraph = "p"
        }

        struct Link: Codable, Equatable {
            @XML.Attribute var href: String
            var content: [Inline]

            enum CodingKeys: String, CodingKey {
                case href
                case content = "*"
            }
        }
    }

    struct Paragraph: Codable, Equatable {
        var content: [Inline]

        enum CodingKeys: String, CodingKey { case content = "*" }
    }

    private let paragraph = Paragraph(content: [
        .text("Take "), .bold("care"), .text(" of "),
        .link(.init(href: "/x?a&b", content: [.text("the "), .bold("dog")])), .text("."),
    ])

    @Test func `mixed content is read in order`() throws {
        let text = """
            <Paragraph>Take <b>care</b> of <a href="/x?a&amp;b">the <b>dog</b></a>.</Paragraph>
            """
        #expect(try xml.encodeToString(paragraph) == text)
        #expect(try xml.decode(Paragraph.self, from: text) == paragraph)
    }

    @Test func `pretty output does not change mixed content`() throws {
        var pretty = xml
        pretty.isPretty = true
        let first = Paragraph(content: [.bold("a"), .bold("b"), .text(" c "), .bold("d")])
        for value in [paragraph, first] {
            let text = try pretty.encodeToString([value])
            #expect(try xml.decode([Paragraph].self, from: text) == [value])
            #expect(text.split(separator: "\n").count == 3)
        }
    }

    @Test func `mixed content can be text alone or empty`() throws {
        let text = try xml.decode(Paragraph.self, from: "<p>only <!-- x -->text</p>")
        #expect(text.content == [.text("only text")])
        #expect(try xml.decode(Paragraph.self, from: "<p/>").content == [])
        #expect(try xml.decode(Paragraph.self, from: "<p>\n<b>x</b>\n</p>").content == [.bold("x")])
    }

    // MARK: - A single choice

    struct Single: Codable, Equatable {
        @XML.Attribute var id: Int
        var title: String
        var shape: Shape

        enum CodingKeys: String, CodingKey {
            case id, title
            case shape = ""
        }
    }

    @Test(arguments: [Shape.point(1, 2), .square(Square(side: 1)), .none, .path([1]), .note("x")])
    func `a property with one enum case is coded among other members`(_ shape: Shape) throws {
        let single = Single(id: 1, title: "t", shape: shape)
        let text = try xml.encodeToString(single)
        #expect(text.hasPrefix("<Single id=\"1\"><title>t</title><"))
        #expect(try xml.decode(Single.self, from: text) == single)
    }

    // MARK: - Choices without payload

    enum Rating: String, Codable { case good, bad }

    enum Level: Int, Codable {
        case low = 1
        case high
    }

    struct Rated: Codable, Equatable {
        @XML.Attribute var level: Level
        var rating: Rating
        var others: [Rating]
    }

    @Test func `enums with raw values are coded as scalars`() throws {
        let rated = Rated(level: .high, rating: .good, others: [.bad, .good])
        let text = """
            <Rated level="2"><rating>good</rating><others>bad</others><others>good</others></Rated>
            """
        #expect(try xml.encodeToString(rated) == text)
        #expect(try xml.decode(Rated.self, from: text) == rated)
        let error = try #require(throws: CodingError.self) {
            try xml.decode(Rated.self, from: "<r level='3'><rating>good</rating></r>")
        }
        #expect(error.pointer == "/level")
    }

    @Test(arguments: [
        ("\u{1}", "\u{FFFD}"), ("a\u{0}b\u{1F}", "a\u{FFFD}b\u{FFFD}"),
        ("\u{FFFE}é\u{FFFF}", "\u{FFFD}é\u{FFFD}"),
        ("0123456\u{B}<&\u{C}", "0123456\u{FFFD}<&\u{FFFD}"),
    ])
    func `characters not allowed in XML are replaced if requested`(
        text: String,
        expected: String
    ) throws {
        var xml = xml
        xml.foreignCharacters = .replaced
        for cdata in [[], ["*"]] as [Set<String>] {
            xml.cdata = cdata
            let written = try xml.encode(["@a": text, "b": text, "c": "]]>"])
            let read = try XML().decode([String: String].self, from: written)
            #expect(read == ["@a": expected, "b": expected, "c": "]]>"])
        }
    }
}
