// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoMultipart
import Testing

private struct Model: Codable, Equatable {
    var a: Int
    var c: String
    var b: [Int]
    var inner: Inner
    var none: Int?

    struct Inner: Codable, Equatable { var deep: Bool }

    enum CodingKeys: String, PathCodingKey {
        case a = "x.a"
        case c
        case b = "x.y.b"
        case inner = "x.y.inner"
        case none = "x.none"
    }
}

private let model = Model(a: 1, c: "z", b: [2, 3], inner: Model.Inner(deep: true))

@Suite struct `Writing by key paths` {
    @Test func `keys with a common parent are written into one object`() throws {
        let json = #"{"x":{"a":1,"y":{"b":[2,3],"inner":{"deep":true}}},"c":"z"}"#
        #expect(try JSON().encodeToString(model) == json)
        #expect(try JSON().encodeToString([model]) == "[\(json)]")
        #expect(try JSON().encodeToString(["k": [model]]) == "{\"k\":[\(json)]}")
        var xml = XML()
        xml.writesDeclaration = false
        let text =
            "<Model><x><a>1</a><y><b>2</b><b>3</b><inner><deep>true</deep></inner></y></x><c>z</c></Model>"
        #expect(try xml.encodeToString(model) == text)
        let form =
            "x%5Ba%5D=1&x%5By%5D%5Bb%5D%5B%5D=2&x%5By%5D%5Bb%5D%5B%5D=3"
            + "&x%5By%5D%5Binner%5D%5Bdeep%5D=true&c=z"
        #expect(try URLEncodedForm().encodeToString(model) == form)
    }

    @Test func `every format reads back what it writes`() throws {
        #expect(try JSON().decode(Model.self, from: JSON().encode(model)) == model)
        #expect(try XML().decode(Model.self, from: XML().encode(model)) == model)
        let form = try URLEncodedForm().encode(model)
        #expect(try URLEncodedForm().decode(Model.self, from: form) == model)
        let (bytes, mediaType) = try MultipartForm().encode(model)
        #expect(try MultipartForm().decode(Model.self, from: bytes, mediaType: mediaType) == model)
    }

    @Test func `keys are sorted at each level`() throws {
        var json = JSON()
        json.sortsKeys = true
        let text = #"{"c":"z","x":{"a":1,"y":{"b":[2,3],"inner":{"deep":true}}}}"#
        #expect(try json.encodeToString(model) == text)
    }

    @Test func `a model and a path at the same parent keep the members of both`() throws {
        struct Info: Codable, Equatable { var p: Int }
        struct First: Codable, Equatable {
            var info: Info
            var q: Int
            enum CodingKeys: String, PathCodingKey {
                case info
                case q = "info.q"
            }
        }
        struct Last: Codable, Equatable {
            var q: Int
            var info: Info
            enum CodingKeys: String, PathCodingKey {
                case q = "info.q"
                case info
            }
        }
        let first = First(info: Info(p: 1), q: 2)
        let last = Last(q: 2, info: Info(p: 1))
        #expect(try JSON().encodeToString(first) == #"{"info":{"p":1,"q":2}}"#)
        #expect(try JSON().encodeToString(last) == #"{"info":{"q":2,"p":1}}"#)
        #expect(try JSON().decode(Last.self, from: JSON().encode(last)) == last)
        #expect(try XML().decode(Last.self, from: XML().encode(last)) == last)
    }

    @Test func `a scalar and members at one path are refused with their pointer`() {
        struct First: Encodable {
            var scalar = 1
            var member = 2
            enum CodingKeys: String, PathCodingKey {
                case scalar = "a.x"
                case member = "a.x.y"
            }
        }
        struct Last: Encodable {
            var member = 2
            var scalar = 1
            enum CodingKeys: String, PathCodingKey {
                case member = "a.x.y"
                case scalar = "a.x"
            }
        }
        let failures = [
            #expect(throws: CodingError.self) { try JSON().encode(["k": First()]) },
            #expect(throws: CodingError.self) { try XML().encode(["k": Last()]) },
        ]
        #expect(failures.map { $0?.pointer } == ["/k/a/x/y", "/k/a/x"])
        #expect(failures.map { $0?.code } == [.unsupported, .unsupported])
    }

    @Test func `members replace null at the same path, and null does not replace members`() throws {
        struct Model: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encodeNil(forKey: .parent)
                try container.encode(1, forKey: .member)
                try container.encodeNil(forKey: .parent)
            }
            enum CodingKeys: String, PathCodingKey {
                case parent = "a"
                case member = "a.b"
            }
        }
        #expect(try JSON().encodeToString(Model()) == #"{"a":{"b":1}}"#)
    }

    @Test func `the last of several values at one path is written`() throws {
        struct Model: Encodable {
            var one = 1
            var two = 2
            enum CodingKeys: String, PathCodingKey {
                case one = "a.b"
                case two = "a+b"
                var delimiter: Character? { self == .two ? "+" : "." }
            }
        }
        #expect(try JSON().encodeToString(Model()) == #"{"a":{"b":2}}"#)
    }

    @Test func `nested containers and super encoders write at their key paths`() throws {
        struct Model: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
                try nested.encode(1, forKey: .list)
                try list.encode(2)
                try 3.encode(to: container.superEncoder(forKey: .superclass))
            }
            enum CodingKeys: String, PathCodingKey {
                case list = "a.list"
                case nested = "a.nested"
                case superclass = "a.super"
            }
        }
        let text = #"{"a":{"list":[2],"nested":{"a":{"list":1}},"super":3}}"#
        #expect(try JSON().encodeToString(Model()) == text)
    }

    @Test func `a value that cannot be written is reported with its path`() {
        struct Model: Encodable {
            var number = Double.nan
            enum CodingKeys: String, PathCodingKey { case number = "a.b" }
        }
        let failure = #expect(throws: CodingError.self) { try JSON().encode([Model()]) }
        #expect(failure?.pointer == "/0/a/b")
    }
}
