// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Converts bytes to UTF-8, in one or several pieces.
struct XMLConverter: Sendable {
    /// The encoding of the bytes; never `utf16`, as the byte order is known.
    let encoding: XML.Encoding
    /// The number of bytes of the byte order mark, which is not part of the text.
    var markBytes = 0
    /// The first bytes of a character whose other bytes have not arrived yet.
    private(set) var rest: [UInt8] = []

    /// True if the converted bytes ended with a whole character; always true for UTF-8, which the
    /// parser checks.
    var isComplete: Bool { rest.isEmpty }

    /// Appends the characters of some bytes; returns true if the bytes are valid in the encoding.
    mutating func convert(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) -> Bool {
        switch encoding {
        case .utf8:
            text += bytes
            return true
        case .utf16, .utf16BigEndian, .utf16LittleEndian:
            return convertWide(rest.isEmpty ? bytes : rest + bytes, into: &text)
        case .latin1, .ascii, .windows1252:
            return convertNarrow(bytes, into: &text)
        }
    }

    /// Creates the error for bytes that are not valid in the encoding.
    func failure(at place: CodingError.Location) -> CodingError {
        let message =
            encoding.isWide
            ? "the bytes are not UTF-16" : "the bytes are not in the encoding of the document"
        return CodingError(.malformed, message, place: place)
    }

    // MARK: - A byte for a character

    private func convertNarrow(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) -> Bool {
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
                continue
            }
            let value: UInt16? =
                switch encoding {
                case .latin1: UInt16(byte)
                case .windows1252: Self.windows1252(byte)
                default: nil
                }
            guard let scalar = value.flatMap({ Unicode.Scalar($0) }) else { return false }
            text.append(contentsOf: String(scalar).utf8)
        }
        return true
    }

    /// Returns the character of a byte in code page 1252, where it differs from ISO/IEC 8859-1.
    private static func windows1252(_ byte: UInt8) -> UInt16? {
        let row: [UInt16] = [
            0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
            0x2039, 0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
            0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
        ]
        guard byte < 0xA0 else { return UInt16(byte) }
        let value = row[Int(byte &- 0x80)]
        return value == 0 ? nil : value
    }

    // MARK: - Two bytes for a unit

    private mutating func convertWide(
        _ bytes: ArraySlice<UInt8>,
        into text: inout [UInt8]
    ) -> Bool {
        var at = bytes.startIndex
        rest = []
        while let first = unit(bytes, at) {
            var value = first
            var next = at + 2
            if first & 0xFC00 == 0xD800 {
                guard let low = unit(bytes, at + 2) else { break }
                guard low & 0xFC00 == 0xDC00 else { return false }
                value = 0x1_0000 + ((first & 0x3FF) << 10) + (low & 0x3FF)
                next = at + 4
            }
            guard let scalar = Unicode.Scalar(value) else { return false }
            if scalar.isASCII {
                text.append(UInt8(truncatingIfNeeded: value))
            } else {
                text.append(contentsOf: String(scalar).utf8)
            }
            at = next
        }
        rest = Array(bytes[at...])
        return true
    }

    private func unit(_ bytes: ArraySlice<UInt8>, _ at: Int) -> UInt32? {
        guard at + 1 < bytes.endIndex else { return nil }
        let (one, other) = (UInt32(bytes[at]), UInt32(bytes[at + 1]))
        return encoding == .utf16LittleEndian ? other << 8 | one : one << 8 | other
    }
}
