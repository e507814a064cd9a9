// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// Keys that are equivalent in Unicode but differ in their bytes: `é` as one scalar and as two.
@Suite struct `Canonically equivalent keys` {
    private static let one = "caf\u{E9}"
    private static let two = "cafe\u{301}"
    private static let both = #"{"\#(one)":1,"\#(two)":2}"#

    private struct Menu: Codable, Equatable {
        enum CodingKeys: String, CodingKey { case coffee = "caf\u{E9}" }
        var coffee: Int
    }

    @Test func `a model reads only the key with exactly the same bytes, in any order`() throws {
        let reversed = #"{"\#(Self.two)":2,"\#(Self.one)":1}"#
        for text in [Self.both, reversed] {
            #expect(try JSON().decode(Menu.self, from: text).coffee == 1)
        }
        let failure = try #require(throws: CodingError.self) {
            try JSON().decode(Menu.self, from: #"{"\#(Self.two)":2}"#)
        }
        #expect(failure.code == .keyNotFound)
    }

    @Test func `a generic value keeps two equivalent keys and writes both unchanged`() throws {
        var strict = JSON()
        strict.duplicateKeys = .refuse
        let value = try strict.value(from: Self.both)
        #expect(value[Self.one] == 1 && value[Self.two] == 2)
        let text = try JSON().encodeToString(value)
        #expect(Array(text.utf8) == Array(Self.both.utf8))
        #expect(value[path: CodingPath(stringLiteral: Self.two)] == 2)
    }

    @Test func `decoding two equivalent keys into a dictionary is refused`() throws {
        let failure = try #require(throws: CodingError.self) {
            try JSON().decode([String: [String: Int]].self, from: #"{"menu":\#(Self.both)}"#)
        }
        #expect(failure.code == .duplicateKey)
        #expect(Array(failure.pointer.utf8) == Array("/menu/\(Self.two)".utf8))
        let form = try #require(throws: CodingError.self) {
            try URLEncodedForm().decode([String: Int].self, from: "\(Self.one)=1&\(Self.two)=2")
        }
        #expect(form.code == .duplicateKey)
        let xml = "<m><\(Self.one)>1</\(Self.one)><\(Self.two)>2</\(Self.two)></m>"
        let element = try #require(throws: CodingError.self) {
            try XML().decode([String: Int].self, from: xml)
        }
        #expect(element.code == .duplicateKey)
        #expect(
            try XML().decode([String: [Int]].self, from: "<m><a>1</a><a>2</a></m>") == [
                "a": [1, 2]
            ]
        )
    }

    @Test func `a lossy dictionary keeps the first of two keys and reports the second`() throws {
        struct Menu: Decodable { @Lossy var prices: [String: Int] }
        let menu = try JSON().decode(Menu.self, from: #"{"prices":\#(Self.both)}"#)
        #expect(menu.prices == [Self.one: 1])
        #expect(menu.$prices.count == 1)
    }

    @Test func `an enum case matches only the exact bytes of its name`() throws {
        enum Order: Decodable, Equatable {
            case café(size: Int)
        }
        #expect(
            try JSON().decode(Order.self, from: #"{"\#(Self.one)":{"size":1}}"#) == .café(size: 1)
        )
        let failure = try #require(throws: CodingError.self) {
            try JSON().decode(Order.self, from: #"{"\#(Self.two)":{"size":1}}"#)
        }
        #expect(failure.pointer == "")
    }

    @Test func `allKeys omits an equivalent key whose bytes differ`() throws {
        struct Keys: Decodable {
            enum CodingKeys: String, CodingKey {
                case coffee = "caf\u{E9}"
                case other
            }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                #expect(container.allKeys == [.other])
                #expect(!container.contains(.coffee))
            }
        }
        _ = try JSON().decode(Keys.self, from: #"{"\#(Self.two)":2,"other":1}"#)
        _ = try XML().decode(Keys.self, from: "<m><\(Self.two)>2</\(Self.two)><other>1</other></m>")
    }
}
