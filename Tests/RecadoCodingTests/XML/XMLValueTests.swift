// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@Suite struct `Generic values in XML` {
    private func xml(_ root: String = "a") -> XML {
        var xml = XML()
        xml.writesDeclaration = false
        xml.root = root
        xml.nulls = .xsiNil
        return xml
    }

    @Test(arguments: [
        ("<a/>", "\"\""), ("<a> x </a>", "\" x \""), ("<a x=\"1\"/>", "{\"@x\":\"1\"}"),
        ("<a x=\"1\">t</a>", "{\"@x\":\"1\",\"#text\":\"t\"}"),
        ("<a><b>1</b><b>2</b><c/></a>", "{\"b\":[\"1\",\"2\"],\"c\":\"\"}"),
        ("<a><b y=\"2\"><c>3</c></b></a>", "{\"b\":{\"@y\":\"2\",\"c\":\"3\"}}"),
        ("<a><b x=\"1\"/><b>2</b></a>", "{\"b\":[{\"@x\":\"1\"},\"2\"]}"),
        ("<a><b>1</b>mixed</a>", "{\"b\":\"1\",\"#text\":\"mixed\"}"),
    ])
    func `a document is read and written back unchanged`(_ text: String, _ json: String) throws {
        let value = try XML().value(from: text)
        #expect(try JSON().encodeToString(value) == json)
        let back = try xml().encodeToString(JSON().value(from: json))
        let declaration = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
        #expect(back.replacing(declaration, with: "") == text)
        #expect(try XML().value(from: back) == value)
    }

    @Test func `an element marked as nil is null`() throws {
        let text = """
            <a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><b xsi:nil="true"/></a>
            """
        let value = try XML().value(from: text)
        #expect(value == ["b": .null])
        #expect(try xml().encodeToString(value) == text)
    }

    @Test func `JSON values become elements and lose their types`() throws {
        let value = try JSON().value(
            from: "{\"n\":1.50,\"t\":true,\"l\":[1,[2,3]],\"o\":{\"e\":{}}}"
        )
        let text = try xml().encodeToString(value)
        #expect(
            text.hasSuffix(
                "<n>1.50</n><t>true</t><l>1</l><l><item>2</item><item>3</item></l>"
                    + "<o><e/></o></a>"
            )
        )
        let back = try XML().value(from: text)
        #expect(back[path: "n"]?.stringValue == "1.50")
        #expect(back[path: "l.1.item.0"]?.stringValue == "2")
    }

    @Test(arguments: [
        "{\"a b\":1}", "{\"\":{\"x\":1},\"<\":1}", "{\"@a\":{\"b\":1}}", "{\"@a\":[1]}",
    ])
    func `keys that are not XML names are refused`(_ json: String) throws {
        let value = try JSON().value(from: json)
        let error = try #require(throws: CodingError.self) { try xml().encode(value) }
        #expect(error.code == .unsupported)
    }

    // MARK: - Bounded time

    @Test(.timeLimit(.minutes(1)))
    func `many children are searched by a large model in linear time`() throws {
        struct Model: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: TextKey.self)
                for index in 0..<50 {
                    let key = TextKey("missing\(index)")
                    #expect(try container.decodeIfPresent(Int.self, forKey: key) == nil)
                }
            }
        }
        let children = (0..<20_000).map { "<n\($0)>1</n\($0)>" }.joined()
        _ = try XML().decode(Model.self, from: "<a>\(children)</a>")
    }

    @Test(.timeLimit(.minutes(1)))
    func `many interleaved names are grouped in linear time`() throws {
        let children = (0..<4_000).map { "<n\($0)>1</n\($0)><x:n\($0) xmlns:x='u'/>" }.joined()
        let text = "<a>\(children)\(children)\(children)</a>"
        let lists = try XML().decode([String: [Int?]].self, from: text)
        #expect(lists.count == 4_000 && lists.values.allSatisfy { $0 == [1, 1, 1] })
        #expect(try XML().value(from: text).objectValue?.count == 4_000)
    }

    @Test func `siblings far apart belong to one array`() throws {
        struct Model: Decodable {
            var far: [Int]
            var other: [Int]
        }
        let gap = String(repeating: "<x/><other>2</other>", count: 100)
        let text = "<a><far>1</far>\(gap)<far>2</far><far>3</far>\(gap)<far>4</far></a>"
        let model = try XML().decode(Model.self, from: text)
        #expect(model.far == [1, 2, 3, 4] && model.other.count == 200)
    }
}
