// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The conversion of other encodings of Unicode into UTF-8, once, before parsing.
///
/// RFC 8259 requires UTF-8; RFC 4627 allowed UTF-16 and UTF-32 and distinguished them by the zeros
/// among the first four bytes, since a text begins with ASCII characters.
enum Transcoding {
    private enum Form {
        case utf16(isBig: Bool, skipped: Int)
        case utf32(isBig: Bool, skipped: Int)
    }

    /// True if a text may have another encoding than UTF-8: the others have a zero or a byte order
    /// mark at the beginning.
    static func mayBeOther(_ text: ByteReader) -> Bool {
        text.count >= 2 && (text[0] == 0 || text[1] == 0 || text[0] >= 0xFE)
    }

    /// The same text in UTF-8; the same bytes if they seem to be UTF-8 already.
    static func utf8(_ bytes: [UInt8]) throws(CodingError) -> [UInt8] {
        guard ByteReader.lending(bytes, mayBeOther), let form = form(bytes) else { return bytes }
        let text: String? =
            switch form {
            case .utf16(let isBig, let skipped):
                units(bytes.dropFirst(skipped), UInt16.self, isBig)
                    .flatMap { String(validating: $0, as: UTF16.self) }
            case .utf32(let isBig, let skipped):
                units(bytes.dropFirst(skipped), UInt32.self, isBig)
                    .flatMap { String(validating: $0, as: UTF32.self) }
            }
        guard let text else {
            throw CodingError(
                .malformed,
                "the bytes are not the UTF-16 or UTF-32 they seem to be"
            )
        }
        return Array(text.utf8)
    }

    private static func form(_ bytes: [UInt8]) -> Form? {
        let first = bytes.prefix(4)
        if first.starts(with: [0x00, 0x00, 0xFE, 0xFF]) { return .utf32(isBig: true, skipped: 4) }
        if first.starts(with: [0xFF, 0xFE, 0x00, 0x00]) { return .utf32(isBig: false, skipped: 4) }
        if first.starts(with: [0xFE, 0xFF]) { return .utf16(isBig: true, skipped: 2) }
        if first.starts(with: [0xFF, 0xFE]) { return .utf16(isBig: false, skipped: 2) }
        guard first.contains(0), first.count == 4 else { return nil }
        switch (first[0] == 0, first[1] == 0, first[2] == 0, first[3] == 0) {
        case (true, true, true, false): return .utf32(isBig: true, skipped: 0)
        case (false, true, true, true): return .utf32(isBig: false, skipped: 0)
        case (true, false, true, false): return .utf16(isBig: true, skipped: 0)
        case (false, true, false, true): return .utf16(isBig: false, skipped: 0)
        default: return nil
        }
    }

    private static func units<Unit: FixedWidthInteger & UnsignedInteger>(
        _ bytes: ArraySlice<UInt8>,
        _ type: Unit.Type,
        _ isBig: Bool
    ) -> [Unit]? {
        let width = Unit.bitWidth / 8
        guard bytes.count % width == 0 else { return nil }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: width).map { start in
            let unit = bytes[start..<(start + width)].reduce(Unit(0)) { $0 << 8 | Unit($1) }
            return isBig ? unit : unit.byteSwapped
        }
    }
}
