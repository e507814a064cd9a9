// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The change of a document into UTF-8, once, before parsing.
///
/// The encoding is told by the byte order mark, else by what came with the document, else by the XML
/// declaration (RFC 7303 §3, XML 1.0 appendix F).
enum XMLInput {
    /// The document in UTF-8; the bytes themselves if they are that already.
    static func utf8(_ bytes: [UInt8], _ xml: XML) throws(CodingFailure) -> [UInt8] {
        guard bytes.count <= min(xml.limits.bytes, Document.maximumBytes) else {
            throw CodingFailure(.tooLarge, "expected at most \(xml.limits.bytes) bytes")
        }
        let first = bytes.prefix(4)
        if first.starts(with: [0xEF, 0xBB, 0xBF]) {
            if xml.encoding == nil { try compare(bytes, .utf8) }
            return bytes
        }
        if first == [0, 0, 0xFE, 0xFF] || first == [0xFF, 0xFE, 0, 0] || first == [0, 0, 0, 0x3C]
            || first == [0x3C, 0, 0, 0]
        {
            throw CodingFailure(.unsupported, "UTF-32 is not understood")
        }
        if first.starts(with: [0xFE, 0xFF]) { return try wide(bytes, 2, isBig: true, xml) }
        if first.starts(with: [0xFF, 0xFE]) { return try wide(bytes, 2, isBig: false, xml) }
        // Without a mark the first character, which is `<`, tells the order.
        let isBig = first.starts(with: [0, 0x3C])
        let isWide = isBig || first.starts(with: [0x3C, 0])
        if let encoding = xml.encoding {
            guard !encoding.isWide else {
                let isBig = isWide ? isBig : encoding != .utf16LittleEndian
                return try wide(bytes, 0, isBig: isBig, xml)
            }
            return try narrow(bytes, encoding)
        }
        if isWide { return try wide(bytes, 0, isBig: isBig, xml) }
        return try narrow(bytes, declared(bytes, .utf8) ?? .utf8)
    }

    // MARK: - The declaration

    /// The encoding that the declaration names, if it names one.
    private static func declared(
        _ bytes: [UInt8],
        _ actual: XML.Encoding
    ) throws(CodingFailure) -> XML.Encoding? {
        let found: XMLDeclaration? = unsafe bytes.withUnsafeBufferPointer { buffer in
            let source = unsafe Source(buffer)
            let hasMark = source.half(at: 0) & 0xFF_FFFF == 0xBF_BBEF
            // What is wrong with the declaration itself is for the parser to say.
            return (try? XMLDeclaration(source, at: hasMark ? 3 : 0)) ?? nil
        }
        guard let found, let name = found.encoding else { return nil }
        let place = Document.place(at: found.encodingPlace, in: bytes)
        guard let encoding = XML.Encoding(name: String(decoding: name, as: UTF8.self)) else {
            throw CodingFailure(.unsupported, "this encoding is not understood", place: place)
        }
        guard encoding.isWide == actual.isWide else {
            throw CodingFailure(
                .malformed,
                "the declaration names another encoding than that of its bytes",
                place: place
            )
        }
        return encoding
    }

    /// Compares a known encoding with the declared one.
    private static func compare(
        _ bytes: [UInt8],
        _ actual: XML.Encoding
    ) throws(CodingFailure) {
        guard let encoding = try declared(bytes, actual) else { return }
        guard encoding == actual || encoding == .utf16 else {
            throw CodingFailure(
                .malformed,
                "the declaration names another encoding than that of its bytes",
                place: Document.place(at: 0, in: bytes)
            )
        }
    }

    // MARK: - Bytes to characters

    private static func narrow(
        _ bytes: [UInt8],
        _ encoding: XML.Encoding
    ) throws(CodingFailure) -> [UInt8] {
        guard encoding != .utf8 else { return bytes }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
                continue
            }
            let value: UInt16? =
                switch encoding {
                case .latin1: UInt16(byte)
                case .windows1252: windows1252(byte)
                default: nil
                }
            guard let scalar = value.flatMap({ Unicode.Scalar($0) }) else {
                throw CodingFailure(
                    .malformed,
                    "the bytes are not in the encoding of the document",
                    place: Document.place(at: text.count, in: text)
                )
            }
            text.append(contentsOf: String(scalar).utf8)
        }
        return text
    }

    /// The characters of code page 1252 that differ from ISO/IEC 8859-1.
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

    private static func wide(
        _ bytes: [UInt8],
        _ start: Int,
        isBig: Bool,
        _ xml: XML
    ) throws(CodingFailure) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var at = start
        while at < bytes.count {
            guard let (scalar, next) = scalar(bytes, at, isBig: isBig) else {
                throw CodingFailure(
                    .malformed,
                    "the bytes are not UTF-16",
                    place: Document.place(at: text.count, in: text)
                )
            }
            if scalar.isASCII {
                text.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                text.append(contentsOf: String(scalar).utf8)
            }
            at = next
        }
        guard text.count <= Document.maximumBytes else {
            throw CodingFailure(.tooLarge, "expected at most \(Document.maximumBytes) bytes")
        }
        if xml.encoding == nil {
            try compare(text, isBig ? .utf16BigEndian : .utf16LittleEndian)
        }
        return text
    }

    /// The character of UTF-16 at an index and the index behind it; `nil` for half of one.
    private static func scalar(
        _ bytes: [UInt8],
        _ at: Int,
        isBig: Bool
    ) -> (Unicode.Scalar, next: Int)? {
        func unit(_ at: Int) -> UInt32? {
            guard at + 1 < bytes.count else { return nil }
            let (one, other) = (UInt32(bytes[at]), UInt32(bytes[at + 1]))
            return isBig ? one << 8 | other : other << 8 | one
        }
        guard let first = unit(at) else { return nil }
        guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first).map { ($0, at + 2) } }
        guard let low = unit(at + 2), low & 0xFC00 == 0xDC00 else { return nil }
        let value = 0x1_0000 + ((first & 0x3FF) << 10) + (low & 0x3FF)
        return Unicode.Scalar(value).map { ($0, at + 4) }
    }
}
