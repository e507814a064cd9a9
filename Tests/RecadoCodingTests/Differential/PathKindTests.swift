// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private let key = CodingUserInfoKey(rawValue: "paths")

/// The coding paths that models have recorded.
private final class Log: @unchecked Sendable {
    var paths: [String] = []

    /// Adds a path to the log in a coder's `userInfo`, if there is one.
    static func note(_ path: [any CodingKey], _ info: [CodingUserInfoKey: Any]) {
        guard let key, let log = info[key] as? Log else { return }
        // Foundation and Recado's decoder name an index "Index 1", Recado's encoder "1".
        log.paths.append(
            path.map { "/" + ($0.intValue.map { "\($0)" } ?? $0.stringValue) }.joined()
        )
    }
}

/// A model that records the coding paths of its decoder and of all its containers.
private struct Traced: Codable, Equatable {
    var name: String
    var inner: [Traced]
    var more: [String: Traced]

    enum CodingKeys: CodingKey { case name, inner, more, nested, list, other }

    init(from decoder: any Decoder) throws {
        let note = { Log.note($0, decoder.userInfo) }
        note(decoder.codingPath)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        note(container.codingPath)
        name = try container.decode(String.self, forKey: .name)
        inner = try container.decodeIfPresent([Traced].self, forKey: .inner) ?? []
        more = try container.decodeIfPresent([String: Traced].self, forKey: .more) ?? [:]
        note(container.codingPath)
        if container.contains(.nested) {
            let nested = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
            note(nested.codingPath)
            var list = try nested.nestedUnkeyedContainer(forKey: .list)
            note(list.codingPath)
            note(try list.nestedUnkeyedContainer().codingPath)
            note(try list.nestedContainer(keyedBy: CodingKeys.self).codingPath)
            note(try list.superDecoder().codingPath)
            note(list.codingPath)
            let other = try nested.superDecoder(forKey: .other)
            note(other.codingPath)
            note(try other.singleValueContainer().codingPath)
        }
    }

    init(_ name: String, _ inner: [Traced] = [], _ more: [String: Traced] = [:]) {
        (self.name, self.inner, self.more) = (name, inner, more)
    }

    func encode(to encoder: any Encoder) throws {
        let note = { Log.note($0, encoder.userInfo) }
        note(encoder.codingPath)
        var container = encoder.container(keyedBy: CodingKeys.self)
        note(container.codingPath)
        try container.encode(name, forKey: .name)
        try container.encode(inner, forKey: .inner)
        try container.encode(more, forKey: .more)
        var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
        note(nested.codingPath)
        var list = nested.nestedUnkeyedContainer(forKey: .list)
        note(list.codingPath)
        note(list.nestedUnkeyedContainer().codingPath)
        note(list.nestedContainer(keyedBy: CodingKeys.self).codingPath)
        // Foundation gives wrong paths for superclass encoders of nested containers: see
        // `Deliberate`.
        let other = container.superEncoder(forKey: .other)
        note(other.codingPath)
        try "x".encode(to: other)
    }
}

/// A single value inside single values.
private struct Wrapped: Codable, Equatable {
    var value: [Traced]

    init(_ value: [Traced]) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        Log.note(container.codingPath, decoder.userInfo)
        value = try container.decode([Traced].self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        Log.note(container.codingPath, encoder.userInfo)
        try container.encode(value)
    }
}

/// A list that records its index and count while it is decoded, and its count while it is encoded.
private struct Counted: Codable, Equatable {
    var texts: [String] = []

    init(_ texts: [String]) { self.texts = texts }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        note(list)
        while !list.isAtEnd {
            if (try? list.decode(Bool.self)) == nil {
                note(list)
                _ = try list.nestedUnkeyedContainer()
            }
            note(list)
        }
    }

    private mutating func note(_ list: any UnkeyedDecodingContainer) {
        texts.append("\(list.currentIndex) of \(list.count ?? -1), \(list.isAtEnd)")
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for text in texts {
            try list.encode(text)
            Log.note([Step(list.count)], encoder.userInfo)
        }
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(inner.count)
        try inner.encode(inner.count)
    }

    struct Step: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ count: Int) { stringValue = "\(count)" }
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }
}

@Suite struct `Parity with Foundation for paths, counts and userInfo` {
    private static let document = """
        {"name":"a","inner":[{"name":"b"},{"name":"c","more":{"x/y":{"name":"d","inner":[]}}}],
         "nested":{"list":[[],{},0],"other":1}}
        """

    /// Returns the paths that one coder shows to models.
    private func paths<Result>(_ body: (inout Coders) throws -> Result) throws -> [String] {
        let log = Log()
        var coders = Coders()
        coders.tell(log, as: "paths")
        _ = try body(&coders)
        return log.paths
    }

    @Test func `coding paths while decoding are the same`() throws {
        for text in [Self.document, "[\(Self.document)]", #"{"x":[\#(Self.document)]}"#] {
            func read<T: Decodable>(_ type: T.Type) throws {
                let theirs = try paths { coders in
                    _ = try coders.decoder.decode(type, from: .init(text.utf8))
                }
                let ours = try paths { try $0.recado.decode(type, from: text) }
                #expect(ours == theirs && ours.count > 10, "\(text)")
            }
            switch text.prefix(4) {
            case "[{\"n":
                try read([Traced].self)
                try read(Wrapped.self)
            case "{\"x\"": try read([String: Wrapped].self)
            default: try read(Traced.self)
            }
        }
    }

    @Test func `coding paths while encoding are the same`() throws {
        let model = Traced(
            "a",
            [Traced("b"), Traced("c", [], ["x/y": Traced("d", [Traced("e")])])]
        )
        for sorts in [false, true] {
            func write(_ value: some Encodable) throws {
                let theirs = try paths { try $0.encoder.encode(value) }
                let ours = try paths { coders in
                    coders.recado.sortsKeys = sorts
                    return try coders.recado.encode(value)
                }
                #expect(ours == theirs && ours.count > 10, "sorted: \(sorts)")
            }
            try write(model)
            try write([model, model])
            try write(["k": Wrapped([model])])
            try write([1: [model]])
        }
    }

    @Test func `count and index of an array while decoding are the same`() {
        expectAgreement(
            on: Counted.self,
            valid: ["[]", "[true]", "[[],false,[1,2],true]"],
            broken: ["[true,1]", "[null]", "{}", #"[[],""]"#]
        )
    }

    @Test func `count of an array while encoding is the same`() throws {
        let counted = Counted(["a", "b"])
        #expect(try paths { try $0.encoder.encode(counted) } == ["/1", "/2"])
        #expect(try paths { try $0.recado.encode(counted) } == ["/1", "/2"])
        for (way, ours) in ourWritings(counted) {
            #expect(isSame(ours.description, theirWriting(counted).description), "\(way)")
        }
    }

    @Test func `userInfo is passed to models alike`() throws {
        struct Told: Codable, Equatable {
            var text: String
            static let key = CodingUserInfoKey(rawValue: "told")

            init(from decoder: any Decoder) throws {
                let told = Self.key.flatMap { decoder.userInfo[$0] } as? String
                text = try decoder.singleValueContainer().decode(String.self) + (told ?? "?")
            }

            func encode(to encoder: any Encoder) throws {
                let told = Self.key.flatMap { encoder.userInfo[$0] } as? String
                var container = encoder.singleValueContainer()
                try container.encode(text + (told ?? "?"))
            }
        }
        var coders = Coders()
        expectAgreement(on: [Told].self, valid: [#"["a"]"#], by: coders)
        coders.tell("!", as: "told")
        expectAgreement(on: [String: [Told]].self, valid: [#"{"x":["a"]}"#], by: coders)
        let value = try coders.recado.decode([Told].self, from: #"["a"]"#)
        #expect(value.map(\.text) == ["a!"])
        for (way, ours) in ourWritings(value, coders) {
            #expect(isSame(ours.description, #"["a!!"]"#), "\(way)")
        }
        #expect(theirWriting(value, coders).description == #"["a!!"]"#)
    }
}
