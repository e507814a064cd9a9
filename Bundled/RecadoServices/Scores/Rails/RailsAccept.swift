// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Reads the media types that a request accepts, by Rails' interpretation of the Accept field.
///
/// The field is read byte by byte, because comparing and splitting by characters takes quadratic
/// time in the number of consecutive combining marks, and a field of 8 KiB can hold 4096 of them.
enum RailsAccept {
    /// The error for a text that is not a media type.
    struct Nonsense: Error {}

    /// A member of the list in the Accept field.
    private struct Item {
        let name: String
        let type: RailsType?
        /// The quality, in hundredths.
        let quality: Int
    }

    private typealias Bytes = ArraySlice<UInt8>

    private static let comma = UInt8(ascii: ",")

    /// True if a script sends the request (`X-Requested-With: XMLHttpRequest`).
    static func isScript(_ fields: Fields) -> Bool {
        guard let value = fields["X-Requested-With"], value.utf8.count == 14 else { return false }
        return value.lowercased() == "xmlhttprequest"
    }

    /// True if Rails uses the Accept field.
    ///
    /// Rails ignores a field with `*/*` among other types, as browsers send it, unless a script
    /// sends the request.
    static func counts(_ fields: Fields) -> Bool {
        guard let text = text(of: fields) else {
            return isScript(fields) && fields.contains(.contentType)
        }
        if isScript(fields) { return true }
        let parts = text.split(separator: comma, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return true }
        return !parts.enumerated().contains { index, part in
            let name = trimmed(part)
            return index > 0
                ? name.starts(with: "*/*".utf8) : name.suffix(3).elementsEqual("*/*".utf8)
        }
    }

    /// Returns the requested types, the most preferred first; types that Rails does not know are
    /// left out.
    static func types(_ fields: Fields) throws(Nonsense) -> [RailsType] {
        guard let text = text(of: fields) else {
            return RailsContent.typeName(fields).flatMap { RailsType(name: $0) }.map { [$0] } ?? []
        }
        guard text.contains(comma) else {
            return [try item(named: split(text).name, quality: nil)].compactMap(\.type)
        }
        var items: [Item] = []
        for part in text.split(separator: comma) {
            let (name, quality) = split(part)
            if !name.isEmpty { items.append(try item(named: name, quality: quality)) }
        }
        // Equally preferred types keep their order.
        var sorted = items.enumerated().sorted {
            ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
        }.map(\.element)
        putSpecialTypesFirst(&sorted)
        return sorted.compactMap(\.type)
    }

    /// Puts special XML types before plain XML if both are equally preferred.
    private static func putSpecialTypesFirst(_ items: inout [Item]) {
        guard var xml = items.firstIndex(where: { $0.name == "application/xml" }) else { return }
        let quality = items[xml].quality
        for index in xml..<items.count {
            if items[index].quality < quality { return }
            if items[index].name.hasSuffix("+xml") {
                items.swapAt(xml, index)
                xml = index
            }
        }
    }

    private static func text(of fields: Fields) -> Bytes? {
        let bytes = Array(fields[values: .accept].joined(separator: ", ").utf8)
        let text = trimmed(bytes[...])
        return text.isEmpty ? nil : text
    }

    private static func item(named name: Bytes, quality: Bytes?) throws(Nonsense) -> Item {
        // Rails treats both `text/*` and `application/*` as a request for HTML first.
        let isStarred = name.starts(with: "text/*".utf8) || name.starts(with: "application/*".utf8)
        let name = isStarred ? "text/html" : String(decoding: name, as: UTF8.self)
        guard isStarred || RailsType.isName(name) else { throw Nonsense() }
        let wanted = quality.map(number) ?? (name == "*/*" ? 0.0 : 1.0)
        return Item(
            name: name,
            type: RailsType(name: name),
            quality: Int((max(-1e6, min(wanted, 1e6)) * 100).rounded(.towardZero))
        )
    }

    /// Returns the number that a text begins with, or else zero, like Ruby's `to_f`.
    private static func number(_ text: Bytes) -> Double {
        let digits = text.drop { $0 == 0x20 }
            .prefix { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        let number = String(decoding: digits, as: UTF8.self)
        return Double(number.hasPrefix(".") ? "0" + number : number) ?? 0
    }

    // MARK: - Parameters

    /// Returns the media type of a member of the list, and the text after the letters and digits of
    /// the first parameter.
    ///
    /// For `q=0.8`, the rest is `.8`, and for `q=1` it is empty. This is why Rails treats `q=0` as
    /// if there were no weight.
    private static func split(_ part: Bytes) -> (name: Bytes, rest: Bytes?) {
        guard let first = parameter(in: part) else { return (trimmed(part), nil) }
        let name = trimmed(part[..<first.lowerBound])
        let tail = part[first.upperBound...]
        guard var next = parameter(in: tail) else { return (name, tail.isEmpty ? nil : tail) }
        let rest = tail[..<next.lowerBound]
        if !rest.isEmpty { return (name, rest) }
        // The second parameter directly follows the first, so there is no text between them. If all
        // further parameters up to the end follow each other directly, too, the rest is `nil`;
        // otherwise it is empty.
        while next.upperBound < part.endIndex {
            guard let other = parameter(in: part[next.upperBound...]),
                other.lowerBound == next.upperBound
            else { return (name, rest) }
            next = other
        }
        return (name, nil)
    }

    /// Returns the range of the first parameter, such as `; q="1"`, up to the end of its letters
    /// and digits.
    private static func parameter(in part: Bytes) -> Range<Int>? {
        var start = part.startIndex
        while let found = part[start...].firstIndex(of: UInt8(ascii: ";")) {
            if let end = endOfParameter(part, found + 1) { return found..<end }
            start = found + 1
        }
        return nil
    }

    private static func endOfParameter(_ part: Bytes, _ start: Int) -> Int? {
        let name = part[start...].drop { $0 == 0x20 || $0 == 0x09 }
        var rest = name.drop(while: isWord)
        guard rest.startIndex > name.startIndex, rest.popFirst() == UInt8(ascii: "=") else {
            return nil
        }
        if rest.first == UInt8(ascii: "\"") { rest = rest.dropFirst() }
        let end = rest.drop(while: isWord)
        guard end.startIndex > rest.startIndex else { return nil }
        return end.first == UInt8(ascii: "\"") ? end.startIndex + 1 : end.startIndex
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns the text without leading and trailing blanks.
    private static func trimmed(_ text: Bytes) -> Bytes {
        let start = text.drop { $0 == 0x20 || $0 == 0x09 }
        let end = start.lastIndex { $0 != 0x20 && $0 != 0x09 }
        return end.map { start[...$0] } ?? start
    }
}
