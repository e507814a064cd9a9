// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// A model whose encoding is given by a closure.
private struct Model: Encodable {
    var body: @Sendable (any Encoder) throws -> Void

    init(_ body: @escaping @Sendable (any Encoder) throws -> Void) { self.body = body }

    func encode(to encoder: any Encoder) throws { try body(encoder) }
}

private struct Stop: Error {}

/// A model that encodes something and then throws.
private let broken = Model { encoder in
    var container = encoder.container(keyedBy: TextKey.self)
    try container.encode(1, forKey: TextKey("@lost"))
    try container.encode(["x": "\u{1}"], forKey: TextKey("lost"))
    throw Stop()
}

@Suite struct `XML encoding in unusual order` {
    private func write(_ body: @escaping @Sendable (any Encoder) throws -> Void) throws -> String {
        var xml = XML()
        xml.writesDeclaration = false
        xml.root = "r"
        let text = try xml.encodeToString(["m": [Model(body)], "n": []] as KeyValuePairsOfModels)
        let (start, end) = ("<r><m", "</r>")
        #expect(text.hasPrefix(start) && text.hasSuffix(end))
        return String(text.dropFirst(start.count).dropLast(end.count))
    }

    private struct KeyValuePairsOfModels: Encodable, ExpressibleByDictionaryLiteral {
        var pairs: [(String, [Model])]

        init(dictionaryLiteral elements: (String, [Model])...) { pairs = elements }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TextKey.self)
            for (name, value) in pairs { try container.encode(value, forKey: TextKey(name)) }
        }
    }

    @Test func `a child that throws writes nothing`() throws {
        let text = try write { encoder in
            var container = encoder.container(keyedBy: TextKey.self)
            try? container.encode(broken, forKey: TextKey("a"))
            try container.encode(1, forKey: TextKey("@b"))
            try? container.encode(broken, forKey: TextKey("c"))
            try container.encode(2, forKey: TextKey("@d"))
            try? container.encode([broken], forKey: TextKey("{"))
            try container.encode(3, forKey: TextKey("e"))
            try? container.encode(broken, forKey: TextKey("f"))
            try container.encode(4, forKey: TextKey("@g"))
        }
        #expect(text == " b=\"1\" d=\"2\" g=\"4\"><e>3</e></m>")
    }

    @Test func `a value that failed can be replaced`() throws {
        let second = Model { encoder in
            var container = encoder.singleValueContainer()
            try? container.encode(broken)
            try container.encode("second")
        }
        let text = try write { encoder in
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode(1, forKey: TextKey("@a"))
            try container.encode(second, forKey: TextKey("b"))
            try container.encode([second, second], forKey: TextKey("c"))
            try container.encode(second, forKey: TextKey("@d"))
            try container.encode(second, forKey: TextKey("#text"))
        }
        let expected = """
             a="1" d="second"><b>second</b><c>second</c><c>second</c>second</m>
            """
        #expect(text == expected)
    }

    @Test func `an attribute that failed after content is not written`() throws {
        let value = Model { encoder in
            var container = encoder.singleValueContainer()
            try container.encode("x")
            throw Stop()
        }
        let text = try write { encoder in
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode("content", forKey: TextKey("a"))
            try? container.encode(value, forKey: TextKey("@b"))
            try container.encode("d", forKey: TextKey("@c"))
            try container.encode("d", forKey: TextKey("@b"))
        }
        #expect(text == " c=\"d\" b=\"d\"><a>content</a></m>")
    }

    struct Holder: Encodable {
        @Flat var inner = broken2

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode(1, forKey: TextKey("before"))
            try? container.encode(_inner, forKey: TextKey("inner"))
            try container.encode(2, forKey: TextKey("after"))
        }

        struct Broken: Encodable {
            func encode(to encoder: any Encoder) throws { try broken.encode(to: encoder) }
        }

        static var broken2: Broken { Broken() }
    }

    @Test func `flat members that failed are not written`() throws {
        var xml = XML()
        xml.writesDeclaration = false
        #expect(
            try xml.encodeToString(Holder())
                == "<Holder><before>1</before><after>2</after></Holder>"
        )
        #expect(try JSON().encodeToString(Holder()) == #"{"before":1,"after":2}"#)
    }

    @Test func `containers can be used out of order`() throws {
        let text = try write { encoder in
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode("a", forKey: TextKey("first"))
            var nested = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("nested"))
            try container.encode(1, forKey: TextKey("@id"))
            try nested.encode(2, forKey: TextKey("inner"))
            var list = container.nestedUnkeyedContainer(forKey: TextKey("list"))
            try list.encode(3)
            try nested.encode(4, forKey: TextKey("@more"))
            try list.encode(5)
            let parent = container.superEncoder()
            try "s".encode(to: parent)
            try container.encode("t", forKey: TextKey("#text"))
        }
        let expected = """
             id="1"><first>a</first><nested more="4"><inner>2</inner></nested><list>3</list>\
            <list>5</list><super>s</super>t</m>
            """
        #expect(text == expected)
    }

    @Test func `nested containers are written as elements`() throws {
        let text = try write { encoder in
            var container = encoder.container(keyedBy: TextKey.self)
            var list = container.nestedUnkeyedContainer(forKey: TextKey("list"))
            try list.encode(1)
            var nested = list.nestedContainer(keyedBy: TextKey.self)
            try nested.encode(2, forKey: TextKey("a"))
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(3)
            try inner.encode(4)
            try list.encodeNil()
            try "s".encode(to: list.superEncoder())
            _ = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("empty"))
            _ = container.nestedUnkeyedContainer(forKey: TextKey("nothing"))
            try "v".encode(to: container.superEncoder(forKey: TextKey("last")))
        }
        let expected = """
            ><list>1</list><list><a>2</a></list><list><item>3</item><item>4</item></list><list/>\
            <list>s</list><empty/><last>v</last></m>
            """
        #expect(text == expected)
    }

    struct Deep: Codable, Equatable {
        var a: Int
        var b: Int

        enum CodingKeys: String, PathCodingKey {
            case a = "x.a"
            case b = "x.y.@b"
        }
    }

    struct Outer: Codable, Equatable {
        var before: Int
        var aLongName: Deep
        var list: [Deep]
        var after: Int
    }

    @Test func `key paths with a common prefix are written into the same elements`() throws {
        let value = Outer(
            before: 1,
            aLongName: Deep(a: 2, b: 3),
            list: [Deep(a: 4, b: 5)],
            after: 6
        )
        var xml = XML()
        xml.writesDeclaration = false
        let text = try xml.encodeToString(value)
        #expect(
            text == """
                <Outer><before>1</before><aLongName><x><a>2</a><y b="3"/></x></aLongName>\
                <list><x><a>4</a><y b="5"/></x></list><after>6</after></Outer>
                """
        )
        #expect(try xml.decode(Outer.self, from: text) == value)
    }

    @Test func `members can be sorted`() throws {
        var xml = XML()
        xml.writesDeclaration = false
        xml.sortsKeys = true
        let value = Outer(before: 1, aLongName: Deep(a: 2, b: 3), list: [], after: 6)
        #expect(
            try xml.encodeToString(value) == """
                <Outer><aLongName><x><a>2</a><y b="3"/></x></aLongName><after>6</after>\
                <before>1</before></Outer>
                """
        )
    }

    @Test func `an error has the pointer of the value that failed`() throws {
        let value = Model { encoder in
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode(["a": [broken]], forKey: TextKey("films"))
        }
        let error = try #require(throws: CodingError.self) { try XML().encode([value]) }
        #expect(error.underlying is Stop && error.pointer == "/0/films/a/0")
    }
}
