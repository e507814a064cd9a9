// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// Elements with many names are searched by an index, which must not change any result.
@Suite struct `Names in large XML elements` {
    /// A model that reads the values of given names one after another.
    private struct Asked: Decodable {
        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(_ name: String) { stringValue = name }
            init?(stringValue: String) { self.init(stringValue) }
            init?(intValue: Int) { nil }
        }

        var found: [String: String] = [:]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            for name in try #require(decoder.userInfo[.names] as? [String]) {
                found[name] = try container.decodeIfPresent(String.self, forKey: Name(name))
            }
        }
    }

    private static let names = (0..<50).flatMap { number in
        [
            "c\(number)", "@a\(number)", "a\(number)", "b\(number)", "@b\(number)", "p:c\(number)",
            "{urn:q}c\(number)", "{urn:none}c\(number)", "missing\(number)",
        ]
    }

    /// A document in which each name occurs several times.
    ///
    /// Of several children the first counts, and an attribute of the same name counts separately.
    private static let document: String = {
        let numbers = 0..<50
        let attributes = numbers.map { #" a\#($0)="a\#($0)" b\#($0)="attribute \#($0)""# }.joined()
        let children = numbers.map { number in
            """
            text<c\(number)>first \(number)</c\(number)><c\(number)>second</c\(number)>
            <p:c\(number)>p \(number)</p:c\(number)><q:c\(number)>q \(number)</q:c\(number)>
            <q:b\(number)>child \(number)</q:b\(number)>
            """
        }
        let opening = #"<s xmlns:p="urn:p" xmlns:q="urn:q""# + attributes + ">"
        return opening + children.joined() + "</s>"
    }()

    private func values(of names: [String]) throws -> [String: String] {
        var xml = XML()
        xml.prefixes = ["p": "urn:p"]
        xml.userInfo[.names] = names
        return try xml.decode(Asked.self, from: Self.document).found
    }

    @Test func `have the same values when looked up alone or together`() throws {
        var alone: [String: String] = [:]
        for name in Self.names { alone.merge(try values(of: [name])) { $1 } }
        #expect(alone.count == 7 * 50)
        #expect(alone["c7"] == "first 7")
        #expect(alone["a7"] == "a7")
        #expect(alone["b7"] == "child 7")
        #expect(alone["@b7"] == "attribute 7")
        #expect(alone["p:c7"] == "p 7")
        #expect(alone["{urn:q}c7"] == "q 7")
        #expect(try values(of: Self.names) == alone)
        #expect(try values(of: Self.names.reversed()) == alone)
        #expect(try values(of: Self.names.shuffled()) == alone)
    }
}

extension CodingUserInfoKey {
    fileprivate static var names: CodingUserInfoKey {
        CodingUserInfoKey(rawValue: "names") ?? { preconditionFailure("names is a key") }()
    }
}
