// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The form of `Data` in a document.
public struct DataStrategy: Sendable {
    private let read: @Sendable (String) throws -> Data?
    private let write: @Sendable (Data) throws -> String
    /// The name of the form, for error messages.
    let name: String

    private init(
        _ name: String,
        read: @escaping @Sendable (String) throws -> Data?,
        write: @escaping @Sendable (Data) throws -> String
    ) {
        (self.name, self.read, self.write) = (name, read, write)
    }

    /// Base64 with padding (RFC 4648 §4).
    public static let base64 = DataStrategy(
        "Base64",
        read: { Base64.decode($0).map { Data($0) } },
        write: { Base64.encode(Array($0)) }
    )

    /// Base64 with the alphabet for URLs and file names (RFC 4648 §5).
    ///
    /// It is written without padding, as JSON Web Tokens are, and read with or without it.
    public static let base64URL = DataStrategy(
        "Base64 for URLs",
        read: { text in
            let isPadded = text.utf8.last == UInt8(ascii: "=")
            return Base64.decode(text, alphabet: .urlSafe, padding: isPadded).map { Data($0) }
        },
        write: { Base64.encode(Array($0), alphabet: .urlSafe, padding: false) }
    )

    /// Two hexadecimal digits a byte (RFC 4648 §8), written in lower case.
    public static let hexadecimal = DataStrategy(
        "hexadecimal digits",
        read: { Hexadecimal.bytes($0).map { Data($0) } },
        write: { Hexadecimal.text($0) }
    )

    /// A custom form.
    ///
    /// - Parameters:
    ///   - read: Converts a text into bytes; returns `nil` for an invalid text.
    ///   - write: Converts bytes into a text.
    /// - Returns: The strategy.
    public static func custom(
        read: @escaping @Sendable (String) throws -> Data?,
        write: @escaping @Sendable (Data) throws -> String
    ) -> DataStrategy {
        DataStrategy("the form of the strategy", read: read, write: write)
    }

    func data(_ text: String) throws -> Data? { try read(text) }

    func text(_ data: Data) throws -> String { try write(data) }
}
