// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How `Data` stands in a document.
public struct DataStrategy: Sendable {
    private let read: @Sendable (String) throws -> Data?
    private let write: @Sendable (Data) throws -> String
    /// The name of the form, for errors.
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
        read: { Self.bytes(hexadecimal: $0).map { Data($0) } },
        write: { Self.hexadecimal($0) }
    )

    /// A form of one's own.
    ///
    /// - Parameters:
    ///   - read: Makes bytes of a text, or returns `nil` for one that stands for none.
    ///   - write: Makes a text of bytes.
    /// - Returns: The strategy.
    public static func custom(
        read: @escaping @Sendable (String) throws -> Data?,
        write: @escaping @Sendable (Data) throws -> String
    ) -> DataStrategy {
        DataStrategy("the form of the strategy", read: read, write: write)
    }

    func data(_ text: String) throws -> Data? { try read(text) }

    func text(_ data: Data) throws -> String { try write(data) }

    // MARK: - Hexadecimal digits

    private static func hexadecimal(_ data: Data) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(data.count * 2)
        for byte in data {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
