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
    /// The name of the form, for error messages.
    let name: String
    /// Converts a text in this form into bytes; returns `nil` for an invalid text.
    let data: @Sendable (String) throws -> Data?
    /// Converts bytes into a text in this form.
    let text: @Sendable (Data) throws -> String

    /// Base64 with padding (RFC 4648 §4).
    public static let base64 = DataStrategy(
        name: "Base64",
        data: { Base64.decode($0).map { Data($0) } },
        text: { Base64.encode(Array($0)) }
    )

    /// Base64 with the alphabet for URLs and file names (RFC 4648 §5).
    ///
    /// It is written without padding, as in JSON Web Tokens, and read with or without padding.
    public static let base64URL = DataStrategy(
        name: "Base64 for URLs",
        data: { text in
            let isPadded = text.utf8.last == UInt8(ascii: "=")
            return Base64.decode(text, alphabet: .urlSafe, padding: isPadded).map { Data($0) }
        },
        text: { Base64.encode(Array($0), alphabet: .urlSafe, padding: false) }
    )

    /// Two hexadecimal digits per byte (RFC 4648 §8), written in lower case.
    public static let hexadecimal = DataStrategy(
        name: "hexadecimal digits",
        data: { Hexadecimal.bytes($0).map { Data($0) } },
        text: { Hexadecimal.text($0) }
    )

    /// Creates a strategy for a custom form.
    ///
    /// - Parameters:
    ///   - read: Converts a text into bytes; returns `nil` for an invalid text.
    ///   - write: Converts bytes into a text.
    /// - Returns: The strategy.
    public static func custom(
        read: @escaping @Sendable (String) throws -> Data?,
        write: @escaping @Sendable (Data) throws -> String
    ) -> DataStrategy {
        DataStrategy(name: "the form of the strategy", data: read, text: write)
    }
}
