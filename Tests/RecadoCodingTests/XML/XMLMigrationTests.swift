// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// The uses in XMLCoder's manual, each done as the article on XML recommends.
@Suite struct `Migration from XMLCoder` {
    private let xml = {
        var xml = XML()
        xml.writesDeclaration = false
        return xml
    }()

    @Test func `a model is read and written with a chosen root name`() throws {
        struct Note: Codable {
            let to: String
            let body: String
        }
        var xml = xml
        xml.root = "note"
        let text = "<note><to>Bob</to><body>Don't forget!</body></note>"
        #expect(try xml.encodeToString(xml.decode(Note.self, from: text)) == text)
    }

    @Test func `elements with a namespace prefix are matched by their local names`() throws {
        struct Table: Codable, Equatable {
            struct Row: Codable, Equatable { let td: [String] }
            let tr: [Row]
        }
        let text = """
            <h:table xmlns:h="http://www.w3.org/TR/html4/">
              <h:tr>
                <h:td>Apples</h:td>
                <h:td>Bananas</h:td>
              </h:tr>
            </h:table>
            """
        let table = try xml.decode(Table.self, from: text)
        #expect(table == Table(tr: [Table.Row(td: ["Apples", "Bananas"])]))
        struct Plain: Codable {
            let rows: [Value]
            enum CodingKeys: String, CodingKey { case rows = "h:tr" }
        }
        var ignoring = xml
        ignoring.namespaces = .ignore
        #expect(try ignoring.decode(Plain.self, from: text).rows.count == 1)
    }

    @Test func `a key is read from an element or an attribute of the same name`() throws {
        struct Book: Codable, Equatable {
            let id: UInt
            let title: String
            let categories: [String]
            enum CodingKeys: String, CodingKey {
                case id, title
                case categories = "category"
            }
        }
        let rest = "<title>Cat in the Hat</title><category>Kids</category><category>Wild</category>"
        for text in [
            "<book id=\"123\"><id>123</id>\(rest)</book>", "<book id=\"123\">\(rest)</book>",
            "<book><id>123</id>\(rest)</book>",
        ] {
            let book = try xml.decode(Book.self, from: text)
            #expect(
                book == Book(id: 123, title: "Cat in the Hat", categories: ["Kids", "Wild"]),
                "\(text)"
            )
        }
    }

    @Test func `an element can have attributes and a text`() throws {
        struct Keyed: Codable {
            let id: String
            let value: String
            enum CodingKeys: String, XMLCodingKey {
                case id
                case value = ""
                var node: XML.Node { self == .id ? .attribute : .text }
            }
        }
        struct Wrapped: Codable {
            @XML.Attribute var id: String
            @XML.Text var value: String
        }
        var xml = xml
        xml.root = "foo"
        let text = "<foo id=\"123\">456</foo>"
        #expect(try xml.encodeToString(xml.decode(Keyed.self, from: text)) == text)
        #expect(try xml.encodeToString(xml.decode(Wrapped.self, from: text)) == text)
    }

    enum IntOrString: Codable, Equatable {
        case int(Int)
        case string(String)

        enum CodingKeys: String, CodingKey { case int, string }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .int(let value): try container.encode(value, forKey: .int)
            case .string(let value): try container.encode(value, forKey: .string)
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            do {
                self = .int(try container.decode(Int.self, forKey: .int))
            } catch {
                self = .string(try container.decode(String.self, forKey: .string))
            }
        }
    }

    /// The same choice with the coding that the compiler synthesizes.
    enum Plain: Codable, Equatable {
        case int(Int)
        case string(String)
    }

    @Test func `enum cases with synthesized or custom coding are read in order`() throws {
        struct Container<Choice: Codable>: Codable {
            var items: [Choice]
            enum CodingKeys: String, CodingKey { case items = "*" }
        }
        var xml = xml
        xml.root = "container"
        let text = "<container><int>1</int><string>two</string><int>4</int></container>"
        let plain = try xml.decode(Container<Plain>.self, from: text)
        #expect(plain.items == [.int(1), .string("two"), .int(4)])
        #expect(try xml.encodeToString(plain) == text)
        let byHand = try xml.decode(Container<IntOrString>.self, from: text)
        #expect(byHand.items == [.int(1), .string("two"), .int(4)])
        #expect(try xml.encodeToString(byHand) == text)
    }

    @Test func `white space is kept unless trimming is requested`() throws {
        let text = "<a>\n  <b> x </b>\n  <c> 7 </c>\n</a>"
        struct Model: Codable, Equatable {
            var b: String
            var c: Int
        }
        #expect(try xml.decode(Model.self, from: text) == Model(b: " x ", c: 7))
        var trimming = xml
        trimming.trimsTexts = true
        #expect(try trimming.decode(Model.self, from: text) == Model(b: "x", c: 7))
    }

    @Test func `the prologue, indentation, order and empty elements can be chosen`() throws {
        struct Model: Codable {
            var b = 1
            var a = ""
            var none: Int?
        }
        var xml = XML()
        (xml.root, xml.isPretty, xml.sortsKeys) = ("r", true, true)
        (xml.emptyElements, xml.prefixes) = (.long, ["x": "urn:x"])
        xml.documentType = XML.DocumentType(systemID: "r.dtd")
        #expect(
            try xml.encodeToString(Model()) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE r SYSTEM "r.dtd">
                <r xmlns:x="urn:x">
                  <a></a>
                  <b>1</b>
                </r>

                """
        )
    }

    @Test func `nil is omitted, empty or marked as nil`() throws {
        struct Model: Codable, Equatable {
            var a: Int?

            init() {}

            // Written by hand, because the synthesized coding leaves `nil` out in every format.
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(a, forKey: .a)
            }
        }
        struct Synthesized: Encodable { var a: Int? }
        var xml = xml
        let forms: [(XML.Nulls, String)] = [
            (.omitted, "<Model/>"), (.empty, "<Model><a/></Model>"),
            (
                .xsiNil,
                """
                <Model xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\
                <a xsi:nil="true"/></Model>
                """
            ),
        ]
        for (nulls, text) in forms {
            xml.nulls = nulls
            #expect(try xml.encodeToString(Model()) == text)
            #expect(try xml.decode(Model.self, from: text) == Model())
            #expect(try xml.encodeToString(Synthesized()).hasSuffix("/>"))
        }
    }

    @Test func `names, dates, data and numbers use the chosen strategies`() throws {
        struct Model: Codable, Equatable {
            var firstName = "Ana"
            var date = Date(timeIntervalSince1970: 86_400)
            var data = Data([0xFF])
            var number = Double.infinity
        }
        var xml = xml
        (xml.dates, xml.data) = (.secondsSince1970, .hexadecimal)
        let rest = "<number>INF</number>"
        let names: [(KeyNaming, String)] = [
            (.snakeCase, "first_name"), (.kebabCase, "first-name"), (.pascalCase, "FirstName"),
            (.upperSnakeCase, "FIRST_NAME"), (.custom { $0.uppercased() }, "FIRSTNAME"),
            (.custom { $0.lowercased() }, "firstname"),
        ]
        for (naming, name) in names {
            xml.keys = naming
            let text = try xml.encodeToString(Model())
            #expect(text.hasPrefix("<Model><\(name)>Ana</\(name)>"), "\(text)")
            #expect(text.contains(">86400</") && text.lowercased().contains(rest.lowercased()))
            #expect(try xml.decode(Model.self, from: text) == Model())
        }
    }

    @Test func `CDATA sections are written if requested`() throws {
        var xml = xml
        (xml.root, xml.cdata) = ("a", ["*"])
        #expect(
            try xml.encodeToString(["b": "<c>"]) == "<a><b><![CDATA[<c>]]></b></a>"
        )
    }

    @Test func `an error contains the line of the document where it occurred`() throws {
        struct Model: Codable { var b: Int }
        let error = try #require(throws: CodingError.self) {
            try xml.decode(Model.self, from: "<a>\n<b>seven</b>\n</a>")
        }
        #expect(error.line == 2 && error.column == 4 && error.pointer == "/b")
        #expect(error.debugDescription.contains("<b>seven</b>"))
    }
}
