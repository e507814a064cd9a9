// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// A model that records the coding paths of the values that it could not read.
private struct Refused: Decodable {
    var paths: [String] = []

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            while !list.isAtEnd { paths += Self.paths { try list.decode(Refused.self) } }
        } else if let members = try? decoder.container(keyedBy: Name.self) {
            for key in members.allKeys.reversed() {
                paths += Self.paths { try members.decode(Refused.self, forKey: key) }
            }
        } else {
            paths += Self.paths {
                _ = try decoder.singleValueContainer().decode(Int.self)
                return nil
            }
        }
    }

    /// Returns the paths that a nested model has recorded, or the path of the error that it throws.
    private static func paths(_ read: () throws -> Refused?) -> [String] {
        do {
            return try read()?.paths ?? []
        } catch DecodingError.typeMismatch(_, let context) {
            return [context.codingPath.map(\.stringValue).joined(separator: "/")]
        } catch {
            return ["\(error)"]
        }
    }

    struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// A list that a key path collects from an array, and whose elements are not numbers.
private struct Cast: Decodable {
    var ages: [Int]
    enum CodingKeys: String, PathCodingKey { case ages = "cast.*.age" }
}

@Suite struct `Errors of nested values` {
    @Test func `have the right coding paths when a model catches them`() throws {
        let text = #"{"a":[1,"x",[2,"y"]],"b":"z","c":{"d":["x"],"e":{}}}"#
        let paths = try JSON().decode(Refused.self, from: text).paths
        #expect(paths == ["c/d/Index 0", "b", "a/Index 1", "a/Index 2/Index 1"])
    }

    @Test func `have XML element names in their coding paths`() throws {
        let text = "<s><a>x</a><b>1</b><c>y</c></s>"
        let dropped = try XML().decode(Lossy<[String: Int]>.self, from: text).projectedValue
        let paths = dropped.map { element in
            guard case .dataCorrupted(let context)? = element.error as? DecodingError
            else { return "\(element.error)" }
            return context.codingPath.map(\.stringValue).joined(separator: "/")
        }
        #expect(paths == ["a", "c"])
    }

    @Test(arguments: [1, 1_000])
    func `have the pointer of the failed element under a wildcard key path`(_ count: Int) throws {
        let elements = (0..<count).map { #"{"cast":[{},{"age":\#($0)},\#n{"age":"x"}]}"# }
        let text = "[" + elements.joined(separator: ",") + "]"
        let list = try JSON().decode(Lossy<[Cast]>.self, from: text)
        #expect(list.wrappedValue.isEmpty)
        #expect(list.projectedValue.count == count)
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode([Cast].self, from: text)
        }
        #expect(failure?.pointer == "/0/cast/2/age")
        #expect(failure?.line == 2)
        #expect(failure?.code == .typeMismatch)
    }

    @Test func `keep the debugDescription of an error thrown by a nested model`() throws {
        struct Age: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "nobody is that old")
                )
            }
        }
        struct Ages: Decodable {
            var ages: [Age]
            enum CodingKeys: String, PathCodingKey { case ages = "cast.*.age" }
        }
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode(Ages.self, from: #"{"cast":[{"age":300}]}"#)
        }
        #expect(failure?.detail == "nobody is that old")
        #expect(failure?.pointer == "/cast/0/age")
    }
}
