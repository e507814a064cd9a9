// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name under which notifications are sent and awaited.
///
/// ```swift
/// extension Channel {
///     static let films: Channel = "films"
/// }
/// ```
///
/// A name has 1 to 63 bytes, PostgreSQL's limit for identifiers; a channel with any other name is
/// refused when it is used.
public struct Channel: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, which is case-sensitive.
    public let name: String

    /// The limit that PostgreSQL sets on the size of a payload, which must have fewer bytes than
    /// this.
    package static var payloadLimit: Int { 8_000 }

    /// Creates a channel.
    ///
    /// - Parameter name: The name, of 1 to 63 bytes.
    public init(_ name: String) {
        self.name = name
    }

    /// Creates a channel from a literal.
    ///
    /// - Parameter value: The name, of 1 to 63 bytes.
    public init(stringLiteral value: String) {
        name = value
    }

    /// The name.
    public var description: String { name }

    /// Throws unless every store can use the name.
    package func check() throws(StoreError) {
        guard (1...63).contains(name.utf8.count), !name.utf8.contains(0) else {
            throw StoreError(
                .misuse,
                "the name of a channel has \(name.utf8.count) bytes or a NUL; expected 1 to 63 bytes"
            )
        }
    }
}
