// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Converts a document to UTF-8 before parsing.
///
/// The encoding is determined by the byte order mark, or else by ``XML/encoding``, or else by the
/// XML declaration (RFC 7303 §3, XML 1.0 appendix F).
enum XMLInput {
    /// Converts the document to UTF-8; returns the same bytes if they are UTF-8 already.
    static func utf8(_ bytes: [UInt8], _ xml: XML) throws(CodingError) -> [UInt8] {
        guard bytes.count <= min(xml.limits.bytes, Document.maximumBytes) else {
            throw CodingError(.tooLarge, "expected at most \(xml.limits.bytes) bytes")
        }
        let converter = try converter(for: bytes, xml)
        guard converter.encoding != .utf8 else { return bytes }
        let text = try converter.encoding.utf8(from: bytes[converter.markBytes...])
        guard text.count <= Document.maximumBytes else {
            throw CodingError(.tooLarge, "expected at most \(Document.maximumBytes) bytes")
        }
        if xml.encoding == nil { try compare(text, converter.encoding) }
        return text
    }

    /// Determines the encoding of a document by its first bytes, which must include the whole
    /// declaration.
    static func converter(
        for bytes: [UInt8],
        _ xml: XML
    ) throws(CodingError) -> XMLConverter {
        let first = bytes.prefix(4)
        if first.starts(with: [0xEF, 0xBB, 0xBF]) {
            if xml.encoding == nil { try compare(bytes, .utf8) }
            return XMLConverter(encoding: .utf8)
        }
        if first == [0, 0, 0xFE, 0xFF] || first == [0xFF, 0xFE, 0, 0] || first == [0, 0, 0, 0x3C]
            || first == [0x3C, 0, 0, 0]
        {
            throw CodingError(.unsupported, "UTF-32 is not understood")
        }
        if first.starts(with: [0xFE, 0xFF]) {
            return XMLConverter(encoding: .utf16BigEndian, markBytes: 2)
        }
        if first.starts(with: [0xFF, 0xFE]) {
            return XMLConverter(encoding: .utf16LittleEndian, markBytes: 2)
        }
        // Without a byte order mark, the first character, which is `<`, shows the byte order.
        let isBig = first.starts(with: [0, 0x3C])
        let isWide = isBig || first.starts(with: [0x3C, 0])
        if let encoding = xml.encoding {
            guard encoding.isWide else { return XMLConverter(encoding: encoding) }
            let isBig = isWide ? isBig : encoding != .utf16LittleEndian
            return XMLConverter(encoding: isBig ? .utf16BigEndian : .utf16LittleEndian)
        }
        if isWide { return XMLConverter(encoding: isBig ? .utf16BigEndian : .utf16LittleEndian) }
        return XMLConverter(encoding: try declared(bytes, .utf8) ?? .utf8)
    }

    // MARK: - The declaration

    /// Returns the encoding that the XML declaration states, if any.
    private static func declared(
        _ bytes: [UInt8],
        _ actual: XML.Encoding
    ) throws(CodingError) -> XML.Encoding? {
        let found: XMLDeclaration? = ByteReader.lending(bytes) { source in
            let hasMark = source.half(at: 0) & 0xFF_FFFF == 0xBF_BBEF
            // The parser reports errors in the declaration itself.
            return (try? XMLDeclaration(source, at: hasMark ? 3 : 0)) ?? nil
        }
        guard let name = found?.encoding else { return nil }
        guard let encoding = XML.Encoding(name: String(decoding: bytes[name], as: UTF8.self)) else {
            throw CodingError(
                .unsupported,
                "this encoding is not understood",
                place: Document.place(at: name.lowerBound, in: bytes)
            )
        }
        guard encoding.isWide == actual.isWide else {
            throw CodingError(
                .malformed,
                "the declaration names another encoding than that of its bytes",
                place: Document.place(at: name.lowerBound, in: bytes)
            )
        }
        return encoding
    }

    /// Compares a known encoding with the declared one.
    static func compare(
        _ bytes: [UInt8],
        _ actual: XML.Encoding
    ) throws(CodingError) {
        // Any other encoding was taken from the declaration, so the two cannot differ.
        guard actual == .utf8 || actual.isWide else { return }
        guard let encoding = try declared(bytes, actual) else { return }
        guard encoding == actual || encoding == .utf16 else {
            throw CodingError(
                .malformed,
                "the declaration names another encoding than that of its bytes",
                place: Document.place(at: 0, in: bytes)
            )
        }
    }
}
