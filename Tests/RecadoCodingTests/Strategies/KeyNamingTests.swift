// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Synchronization
import Testing

private struct Film: Codable, Equatable {
    var createdAt = 1
    var pageURL = "u"
    var isHD4K = true
    // swift-format-ignore
    var _private = 2
    // swift-format-ignore
    var trailing_ = 3
    // swift-format-ignore
    var already_snake = 4
    var version2Name = 5
}

@Suite struct `Key naming` {
    @Test(arguments: [
        (
            KeyNaming.snakeCase,
            [
                "created_at", "page_url", "is_hd4_k", "_private", "trailing_", "already_snake",
                "version2_name",
            ]
        ),
        (
            .kebabCase,
            [
                "created-at", "page-url", "is-hd4-k", "_private", "trailing_", "already-snake",
                "version2-name",
            ]
        ),
        (
            .upperSnakeCase,
            [
                "CREATED_AT", "PAGE_URL", "IS_HD4_K", "_PRIVATE", "TRAILING_", "ALREADY_SNAKE",
                "VERSION2_NAME",
            ]
        ),
        (
            .pascalCase,
            [
                "CreatedAt", "PageURL", "IsHD4K", "_private", "Trailing_", "Already_snake",
                "Version2Name",
            ]
        ),
        (
            .custom { "x-" + $0 },
            [
                "x-createdAt", "x-pageURL", "x-isHD4K", "x-_private", "x-trailing_",
                "x-already_snake", "x-version2Name",
            ]
        ),
    ])
    func `names are converted in the same way for reading and writing`(
        _ naming: KeyNaming,
        _ names: [String]
    ) throws {
        var (json, xml, form) = (JSON(), XML(), URLEncodedForm())
        (json.keys, xml.keys, form.keys) = (naming, naming, naming)
        for sortsKeys in [false, true] {
            json.sortsKeys = sortsKeys
            let bytes = try json.encode(Film())
            let written = try #require(try JSON().value(from: bytes).objectValue).keys
            #expect(written == (sortsKeys ? names.sorted() : names))
            #expect(try json.decode(Film.self, from: bytes) == Film())
        }
        #expect(try xml.decode(Film.self, from: xml.encode(Film())) == Film())
        #expect(try form.decode(Film.self, from: form.encode(Film())) == Film())
    }

    @Test func `a custom closure is called only once for each key of a type`() throws {
        struct Model: Codable {
            var one = 1
            var two = 2
            var three: Int?
        }
        let calls = Mutex(0)
        var json = JSON()
        json.keys = .custom { key in
            calls.withLock { $0 += 1 }
            return key.uppercased()
        }
        for _ in 0..<10 {
            let bytes = try json.encode([Model(), Model()])
            #expect(try json.decode([Model].self, from: bytes).count == 2)
        }
        #expect(calls.withLock { $0 } == 3)
    }

    @Test func `custom closures apply even if there are more than the cache can hold`() throws {
        for number in 0..<40 {
            var json = JSON()
            json.keys = .custom { "\($0)\(number)" }
            let bytes = try json.encode(["k": [Film()]])
            #expect(String(decoding: bytes, as: UTF8.self).contains("\"createdAt\(number)\":1"))
            #expect(try json.decode([String: [Film]].self, from: bytes) == ["k": [Film()]])
        }
    }

    @Test func `dictionary keys and keys of generic values are not converted`() throws {
        enum Kind: String, Codable, CodingKeyRepresentable { case aB, cD }
        struct Model: Codable, Equatable {
            var byText = ["aB": 1]
            var byNumber = [1: 2]
            var byKind = [Kind.aB: 3]
            var anyValue: Value = ["cD": ["eF": 1]]
        }
        let text =
            #"{"by_text":{"aB":1},"by_number":{"1":2},"by_kind":{"aB":3},"any_value":{"cD":{"eF":1}}}"#
        var json = JSON()
        json.keys = .snakeCase
        #expect(try json.encodeToString(Model()) == text)
        #expect(try json.decode(Model.self, from: text) == Model())
        json.sortsKeys = true
        #expect(try json.decode(Model.self, from: json.encode(Model())) == Model())
        struct Elements: Codable, Equatable {
            var byText = ["aB": 1]
            var byKind = [Kind.aB: 3]
        }
        var xml = XML()
        xml.keys = .snakeCase
        let bytes = try xml.encode(Elements())
        #expect(String(decoding: bytes, as: UTF8.self).contains("<by_text><aB>1</aB></by_text>"))
        #expect(try xml.decode(Elements.self, from: bytes) == Elements())
    }

    @Test func `enum cases with payloads are read back in every naming`() throws {
        enum Shape: Codable, Equatable {
            case redCircle(lineWidth: Int)
            case pageURL(String)
            case plain
        }
        let shapes: [Shape] = [.redCircle(lineWidth: 2), .pageURL("x"), .plain]
        for naming in [
            KeyNaming.snakeCase, .kebabCase, .upperSnakeCase, .pascalCase, .asDeclared,
        ] {
            var json = JSON()
            json.keys = naming
            #expect(try json.decode([Shape].self, from: json.encode(shapes)) == shapes)
        }
        var xml = XML()
        xml.isRails = true
        #expect(try xml.decode([Shape].self, from: xml.encode(shapes)) == shapes)
        var snake = JSON()
        snake.keys = .snakeCase
        let text = #"[{"red_circle":{"line_width":2}},{"page_url":{"_0":"x"}},{"plain":{}}]"#
        #expect(try snake.encodeToString(shapes) == text)
    }

    @Test func `dynamic keys are converted, and allKeys returns the document's names`() throws {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Model: Codable {
            var values: [String: Int] = [:]
            init() {}
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                for key in container.allKeys {
                    values[key.stringValue] = try container.decode(Int.self, forKey: key)
                }
                values["asked"] = try container.decode(
                    Int.self,
                    forKey: Key(stringValue: "createdAt")
                )
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: Key(stringValue: "createdAt"))
            }
        }
        var json = JSON()
        json.keys = .snakeCase
        #expect(try json.encodeToString(Model()) == #"{"created_at":1}"#)
        let read = try json.decode(Model.self, from: #"{"created_at":1,"otherKey":2}"#)
        #expect(read.values == ["created_at": 1, "otherKey": 2, "asked": 1])
    }

    @Test func `error pointers have the key names of the document`() {
        struct Inner: Codable { var pageURL: Double }
        struct Model: Codable { var innerPart: Inner }
        var json = JSON()
        json.keys = .snakeCase
        let missing = #expect(throws: CodingError.self) {
            try json.decode(Model.self, from: #"{"inner_part":{}}"#)
        }
        #expect(missing?.pointer == "/inner_part/page_url")
        for sortsKeys in [false, true] {
            json.sortsKeys = sortsKeys
            let failure = #expect(throws: CodingError.self) {
                try json.encode(Model(innerPart: Inner(pageURL: .nan)))
            }
            #expect(failure?.pointer == "/inner_part/page_url")
        }
    }
}
