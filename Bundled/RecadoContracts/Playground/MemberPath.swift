// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The path of a member of simulated content: names separated by dots, such as `body.data`.
///
/// It has at most 100 characters. A name must be valid in every format: an ASCII letter or
/// underscore, then ASCII letters, digits, underscores and hyphens.
public struct MemberPath: Codable, Sendable, Hashable, SchemaProviding, CustomStringConvertible {
    /// The names, the outermost first.
    public let names: [String]

    /// The greatest number of characters in a path.
    private static let limit = 100

    /// Creates a path from its text, or returns `nil` if the text is not a path.
    ///
    /// - Parameter text: The names, separated by dots.
    public init?(_ text: String) {
        let names = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.limit, names.allSatisfy(Self.isName) else { return nil }
        self.names = names.map(String.init)
    }

    private static func isName(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, isLetter(first) else { return false }
        return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }

    /// Reads a path.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` for a text that is not a path.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let path = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected names with dots between them, such as body.data"
            )
        }
        self = path
    }

    /// Writes the path.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The names, separated by dots.
    public var description: String { names.joined(separator: ".") }

    /// A text of 1 to 100 characters: names separated by dots.
    public static var schema: Schema {
        .string(1...limit).matching(pattern)
    }

    private static let pattern = Schema.Pattern(
        #"^[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*$"#,
        expecting: "names with dots between them, such as body.data"
    )

    /// An example: the path `user`, of a single name.
    public static var example: MemberPath { "user" }

    private init(names: [String]) { self.names = names }
}

extension MemberPath: ExpressibleByStringLiteral {
    /// Creates a path from a literal.
    ///
    /// A literal that is not a path becomes a single name, which services refuse.
    ///
    /// - Parameter value: The names, separated by dots.
    public init(stringLiteral value: String) {
        self = MemberPath(value) ?? MemberPath(names: [value])
    }
}
