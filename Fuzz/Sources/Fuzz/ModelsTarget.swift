// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Decodes models that try one type after another and keep what can be read.
enum ModelsTarget {
    static func read(_ input: [UInt8]) {
        read(Attempts.self, input)
        read(Remains.self, input)
        read(Lossy<[Int]>.self, input)
        read(Lossy<[String: [Int]]>.self, input)
        read(Lossy<[Remains.Film]>.self, input)
        read(Lossy<[String: Cast]>.self, input)
        read([Int: Wide].self, input)
    }

    private static func read(_ type: (some Decodable).Type, _ input: [UInt8]) {
        _ = try? JSON().decode(type, from: input)
        _ = try? XML().decode(type, from: input)
        _ = try? URLEncodedForm().decode(type, from: input)
    }
}

/// A value whose type is found by trying one after another.
private indirect enum Attempts: Decodable {
    case number(Double)
    case text(String)
    case list([Attempts])
    case members([String: Attempts])
    case nothing

    init(from decoder: any Decoder) throws {
        _ = decoder.codingPath
        if let container = try? decoder.singleValueContainer() {
            if let number = try? container.decode(Double.self) {
                self = .number(number)
                return
            }
            if let text = try? container.decode(String.self) {
                self = .text(text)
                return
            }
        }
        if var container = try? decoder.unkeyedContainer() {
            var list: [Attempts] = []
            while !container.isAtEnd, let element = try? container.decode(Attempts.self) {
                list.append(element)
            }
            self = .list(list)
            return
        }
        guard let container = try? decoder.container(keyedBy: AnyName.self) else {
            self = .nothing
            return
        }
        var members: [String: Attempts] = [:]
        for key in container.allKeys.prefix(1_000) {
            members["\(members.count)"] = try? container.decode(Attempts.self, forKey: key)
        }
        self = .members(members)
    }
}

/// An object that uses only a few of its members, the last of which is an object itself.
private struct Wide: Decodable {
    struct Empty: Decodable { var a: Int? }
    var a0: Int?
    var z: Empty?
}

private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
}

/// The readable parts of collections.
private struct Remains: Decodable {
    struct Film: Decodable {
        var title: String
        @Lossy var tags: [Int]
    }

    @Lossy var films: [Film]
    @Lossy var score: [String: Int]
    var name: [String]?
}

/// A list that a key path collects.
private struct Cast: Decodable {
    var names: [String]
    enum CodingKeys: String, PathCodingKey { case names = "a.*" }
}
