// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// A model made of a closure, which uses containers in ways that synthesized code never does.
private struct Custom: Encodable {
    let body: (any Encoder) throws -> Void

    init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }

    func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// A key with any text.
private struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) { stringValue = value }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct Refusal: Error, Equatable {}

/// A model that encodes half of its members and then throws.
private struct Broken: Encodable {
    enum CodingKeys: CodingKey { case half, list }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("written", forKey: .half)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode([1, 2])
        throw Refusal()
    }
}

@Suite struct `Encoding in unusual order` {
    private func text(_ body: @escaping (any Encoder) throws -> Void) throws -> String {
        let plain = try JSON().encodeToString([Custom(body)])
        var sorted = JSON()
        sorted.sortsKeys = true
        let read = try JSONSerialization.jsonObject(with: Data(plain.utf8)) as? NSArray
        let again = try JSONSerialization.jsonObject(
            with: Data(sorted.encodeToString([Custom(body)]).utf8)
        )
        #expect(read == again as? NSArray, "the tree and the direct way differ")
        return String(plain.dropFirst().dropLast())
    }

    // MARK: - Containers

    @Test func `nested containers used in order are written in order`() throws {
        let written = try text { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            try outer.encode(1, forKey: "a")
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: "b")
            try inner.encode(2, forKey: "c")
            var list = inner.nestedUnkeyedContainer(forKey: "d")
            try list.encode(3)
            var object = list.nestedContainer(keyedBy: Key.self)
            try object.encodeNil(forKey: "e")
            var deep = list.nestedUnkeyedContainer()
            try deep.encode("x")
            #expect(list.count == 3)
            try outer.encode(4, forKey: "f")
        }
        #expect(written == #"{"a":1,"b":{"c":2,"d":[3,{"e":null},["x"]]},"f":4}"#)
    }

    @Test func `a nested container used after its parent still writes to its own object`() throws {
        let written = try text { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: "inner")
            try inner.encode(1, forKey: "a")
            try outer.encode(2, forKey: "b")
            try inner.encode(3, forKey: "c")
        }
        #expect(written == #"{"inner":{"a":1,"c":3},"b":2}"#)
    }

    @Test func `two nested containers used alternately write to separate arrays`() throws {
        let written = try text { encoder in
            var outer = encoder.unkeyedContainer()
            var first = outer.nestedUnkeyedContainer()
            var second = outer.nestedUnkeyedContainer()
            for number in 1...3 {
                try first.encode(number)
                try second.encode(-number)
            }
        }
        #expect(written == "[[1,2,3],[-1,-2,-3]]")
    }

    @Test func `containers requested several times write to the same object`() throws {
        let written = try text { encoder in
            var first = encoder.container(keyedBy: Key.self)
            var second = encoder.container(keyedBy: Key.self)
            try first.encode(1, forKey: "a")
            try second.encode(2, forKey: "b")
            try first.encode(3, forKey: "c")
            var third = encoder.container(keyedBy: Key.self)
            try third.encode(4, forKey: "a")
        }
        #expect(written == #"{"a":4,"b":2,"c":3}"#)
    }

    @Test func `a key written twice in a nested value does not change other members`() throws {
        let written = try text { encoder in
            var outer = encoder.unkeyedContainer()
            try outer.encode("before")
            try outer.encode(
                Custom { encoder in
                    var first = encoder.container(keyedBy: Key.self)
                    try first.encode(1, forKey: "a")
                    var second = encoder.container(keyedBy: Key.self)
                    try second.encode(2, forKey: "a")
                }
            )
            try outer.encode("after")
        }
        #expect(written == #"["before",{"a":2},"after"]"#)
    }

    @Test func `a child value can write into its parent's container`() throws {
        let written = try text { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            let child = Custom { [outer] encoder in
                var parent = outer
                try parent.encode(1, forKey: "mine")
                var own = encoder.singleValueContainer()
                try own.encode("child")
            }
            try outer.encode(child, forKey: "child")
            try outer.encode(2, forKey: "last")
        }
        let read = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? NSDictionary
        #expect(read == ["mine": 1, "child": "child", "last": 2])
    }

    // MARK: - Super

    private class Animal: Encodable {
        var name = "Laika"
    }

    private final class Dog: Animal {
        enum CodingKeys: CodingKey { case space, after }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(true, forKey: .space)
            try super.encode(to: container.superEncoder())
            try container.encode(1957, forKey: .after)
        }
    }

    private final class Cat: Animal {
        enum CodingKeys: CodingKey { case lives, name }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(7, forKey: .lives)
        }
    }

    @Test func `a superclass is written under the key super`() throws {
        #expect(
            try JSON().encodeToString([Dog(), Dog()])
                == #"[{"space":true,"super":{"name":"Laika"},"after":1957},"#
                + #"{"space":true,"super":{"name":"Laika"},"after":1957}]"#
        )
    }

    @Test func `a superclass that shares the encoder writes into the same object`() throws {
        #expect(
            try JSON().encodeToString([Cat(), Cat()])
                == #"[{"name":"Laika","lives":7},{"name":"Laika","lives":7}]"#
        )
    }

    @Test func `a super encoder used late writes at the place where it was requested`() throws {
        let written = try text { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            let held = outer.superEncoder(forKey: "held")
            let unused = outer.superEncoder()
            try outer.encode(1, forKey: "a")
            var single = held.singleValueContainer()
            try single.encode("late")
            _ = unused
        }
        #expect(written == #"{"held":"late","super":{},"a":1}"#)
    }

    @Test func `super encoders of arrays write elements`() throws {
        let written = try text { encoder in
            var outer = encoder.unkeyedContainer()
            try outer.encode(0)
            var inner = outer.superEncoder().unkeyedContainer()
            try inner.encode(1)
            _ = outer.superEncoder()
        }
        #expect(written == "[0,[1],{}]")
    }

    // MARK: - Nothing

    @Test func `a model that encodes nothing is written as an empty object`() throws {
        struct Empty: Encodable {}
        let nothing = Custom { _ in }
        #expect(try JSON().encodeToString(Empty()) == "{}")
        #expect(try JSON().encodeToString(nothing) == "{}")
        #expect(try JSON().encodeToString([nothing]) == "[{}]")
        #expect(try JSON().encodeToString(["a": nothing]) == #"{"a":{}}"#)
        let asked = Custom { encoder in _ = encoder.unkeyedContainer() }
        #expect(try JSON().encodeToString(asked) == "[]")
    }

    @Test func `the last of several single values is written`() throws {
        let written = try text { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode("two")
        }
        #expect(written == #""two""#)
    }

    // MARK: - Swallowed errors

    @Test func `a child that throws writes nothing`() throws {
        let written = try text { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            try? outer.encode(Broken(), forKey: "first")
            try outer.encode(1, forKey: "a")
            try? outer.encode(Broken(), forKey: "b")
            try? outer.encode(Double.nan, forKey: "c")
            try outer.encode(2, forKey: "d")
            var list = outer.nestedUnkeyedContainer(forKey: "list")
            try? list.encode(Broken())
            try list.encode(3)
            try? list.encode(Double.infinity)
            try? list.encode([[1.0], [.nan]])
            #expect(list.count == 1)
        }
        #expect(written == #"{"a":1,"d":2,"list":[3]}"#)
    }

    @Test func `a single value that throws can be replaced`() throws {
        let written = try text { encoder in
            var container = encoder.singleValueContainer()
            try? container.encode(Broken())
            try? container.encode(Double.nan)
            try container.encode("instead")
        }
        #expect(written == #""instead""#)
    }

    @Test func `a child's error reaches the parent model unchanged`() throws {
        let model = Custom { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            #expect(throws: Refusal()) { try outer.encode(Broken(), forKey: "a") }
        }
        #expect(try JSON().encodeToString(model) == "{}")
    }

    // MARK: - Escape and re-entrance

    @Test func `a model can encode other documents while it is encoded`() throws {
        let written = try text { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            try outer.encode(JSON().encodeToString(["in": [1, 2]]), forKey: "a")
            try outer.encode(JSON().encodeToString(Dog()), forKey: "b")
        }
        let inner = #""{\"in\":[1,2]}""#
        let dog = #""{\"space\":true,\"super\":{\"name\":\"Laika\"},\"after\":1957}""#
        #expect(written == #"{"a":\#(inner),"b":\#(dog)}"#)
    }

    @Test func `a container used after the encode call has no effect`() throws {
        final class Kept {
            var members: KeyedEncodingContainer<Key>?
            var encoder: (any Encoder)?
            var elements: (any UnkeyedEncodingContainer)?
        }
        let kept = Kept()
        let model = Custom { encoder in
            kept.encoder = encoder
            kept.members = encoder.container(keyedBy: Key.self)
            kept.elements = kept.members?.nestedUnkeyedContainer(forKey: "list")
        }
        #expect(try JSON().encodeToString(model) == #"{"list":[]}"#)
        try? kept.members?.encode("late", forKey: "late")
        try? kept.elements?.encode(Broken())
        var again = kept.encoder?.container(keyedBy: Key.self)
        try? again?.encode(1, forKey: "again")
        var single = kept.encoder?.singleValueContainer()
        try? single?.encode([1])
        #expect(kept.elements?.count == 0)
        #expect(kept.encoder?.codingPath.isEmpty == true)
    }

    @Test func `a kept container of an earlier value does not write into a later value`() throws {
        final class Kept {
            var members: KeyedEncodingContainer<Key>?
        }
        let kept = Kept()
        let first = Custom { encoder in
            kept.members = encoder.container(keyedBy: Key.self)
            try kept.members?.encode(1, forKey: "a")
        }
        let second = Custom { encoder in
            var own = encoder.container(keyedBy: Key.self)
            try own.encode(2, forKey: "b")
            try kept.members?.encode(3, forKey: "stray")
            try own.encode(4, forKey: "c")
        }
        let bytes = try JSON().encode([first, second])
        let read = try JSONSerialization.jsonObject(with: Data(bytes)) as? [NSDictionary]
        #expect(read?.last == ["b": 2, "c": 4])
    }

    // MARK: - Paths

    @Test func `a model can read its coding path`() throws {
        struct Seen: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                let path = encoder.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
                try container.encode(path.joined(separator: ">"))
            }
        }
        struct Holder: Encodable {
            enum CodingKeys: String, CodingKey { case list = "li\"st\n" }
            let list = [Seen(), Seen()]
        }
        let read = try JSONDecoder().decode(
            [String: [String: [String]]].self,
            from: Data(JSON().encode(["top": Holder()]))
        )
        let list = read["top"]?["li\"st\n"]
        #expect(list == ["top>li\"st\n>0", "top>li\"st\n>1"])
    }
}
