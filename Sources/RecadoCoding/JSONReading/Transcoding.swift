// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Converts UTF-16 and UTF-32 to UTF-8 before parsing.
///
/// RFC 8259 requires UTF-8; RFC 4627 allowed UTF-16 and UTF-32 and distinguished them by the zeros
/// among the first four bytes, because a JSON text begins with ASCII characters.
enum Transcoding {
    /// The encoding: true for UTF-32 instead of UTF-16, true for big-endian, and the length of the
    /// byte order mark in bytes.
    private typealias Form = (isLong: Bool, isBig: Bool, skipped: Int)

    /// True if a text may be UTF-16 or UTF-32, which begin with a byte order mark or have a zero
    /// among the first bytes.
    static func mayBeOther(_ text: ByteReader) -> Bool {
        text.count >= 2 && (text[0] == 0 || text[1] == 0 || text[0] >= 0xFE)
    }

    /// Converts a text to UTF-8; returns the same bytes if they seem to be UTF-8 already.
    static func utf8(_ bytes: [UInt8]) throws(CodingError) -> [UInt8] {
        guard ByteReader.lending(bytes, mayBeOther), let form = form(bytes) else { return bytes }
        let rest = bytes.dropFirst(form.skipped)
        let text =
            form.isLong
            ? decode(rest, UTF32.self, form.isBig) : decode(rest, UTF16.self, form.isBig)
        guard let text else {
            throw CodingError(.malformed, "the bytes are not the UTF-16 or UTF-32 they seem to be")
        }
        return Array(text.utf8)
    }

    private static func form(_ bytes: [UInt8]) -> Form? {
        let first = bytes.prefix(4)
        if first.starts(with: [0x00, 0x00, 0xFE, 0xFF]) { return (true, true, 4) }
        if first.starts(with: [0xFF, 0xFE, 0x00, 0x00]) { return (true, false, 4) }
        if first.starts(with: [0xFE, 0xFF]) { return (false, true, 2) }
        if first.starts(with: [0xFF, 0xFE]) { return (false, false, 2) }
        guard first.contains(0), first.count == 4 else { return nil }
        switch (first[0] == 0, first[1] == 0, first[2] == 0, first[3] == 0) {
        case (true, true, true, false): return (true, true, 0)
        case (false, true, true, true): return (true, false, 0)
        case (true, false, true, false): return (false, true, 0)
        case (false, true, false, true): return (false, false, 0)
        default: return nil
        }
    }

    private static func decode<Codec: Unicode.Encoding>(
        _ bytes: ArraySlice<UInt8>,
        _ codec: Codec.Type,
        _ isBig: Bool
    ) -> String? {
        let width = Codec.CodeUnit.bitWidth / 8
        guard bytes.count % width == 0 else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: width).map { start in
            let unit = bytes[start..<(start + width)].reduce(Codec.CodeUnit(0)) {
                $0 << 8 | Codec.CodeUnit($1)
            }
            return isBig ? unit : unit.byteSwapped
        }
        return String(validating: units, as: codec)
    }
}
