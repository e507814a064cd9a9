// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The conversion of other encodings of Unicode into UTF-8, once, before parsing.
///
/// RFC 8259 requires UTF-8; RFC 4627 allowed UTF-16 and UTF-32 and distinguished them by the zeros
/// among the first four bytes, since a text begins with ASCII characters.
enum Transcoding {
    /// True for UTF-32 instead of UTF-16, true for the byte order with the most significant byte
    /// first, and the number of bytes of the mark.
    private typealias Form = (isLong: Bool, isBig: Bool, skipped: Int)

    /// True if a text may have another encoding than UTF-8: the others have a zero or a byte order
    /// mark at the beginning.
    static func mayBeOther(_ text: ByteReader) -> Bool {
        text.count >= 2 && (text[0] == 0 || text[1] == 0 || text[0] >= 0xFE)
    }

    /// The same text in UTF-8; the same bytes if they seem to be UTF-8 already.
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
