// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The byte ranges of content that a request may ask for (RFC 9110 §14.1.2).
enum ByteRanges {
    /// The part of the content that is sent.
    enum Choice: Hashable {
        /// All of the content: there is no range request, or it is ignored.
        case whole
        case one(Range<Int>)
        case several([Range<Int>])
        /// The content has no bytes in the ranges that the request names.
        case unsatisfiable
    }

    /// The range unit, the only one supported.
    static let unit = "bytes"

    /// The most ranges; a request for more is assumed to be malicious and gets the whole content.
    static let mostRanges = 16

    /// Reads the value of the Range field.
    ///
    /// A value is ignored if it is malformed, has another unit, or asks for more bytes than there
    /// are, as overlapping ranges can.
    ///
    /// - Parameters:
    ///   - value: The value of the field.
    ///   - size: The number of bytes of the content.
    /// - Returns: The part to send.
    static func choice(for value: String, size: Int) -> Choice {
        let halves = value.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1)
        guard halves.count == 2,
            halves[0].map(\.lowercased).elementsEqual(unit.utf8)
        else { return .whole }
        let texts = halves[1].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard texts.count <= mostRanges else { return .whole }
        var ranges: [Range<Int>] = []
        var total = 0
        for text in texts {
            guard let range = range(text, size: size) else { return .whole }
            if range.isEmpty { continue }
            // The total never exceeds the size, so the subtraction cannot overflow.
            guard range.count <= size - total else { return .whole }
            total += range.count
            ranges.append(range)
        }
        guard let first = ranges.first else { return .unsatisfiable }
        return ranges.count == 1 ? .one(first) : .several(ranges)
    }

    /// Parses one range: empty if the content has none of its bytes; `nil` when it is malformed.
    private static func range(_ text: Substring.UTF8View, size: Int) -> Range<Int>? {
        let text = Substring(text).trimmedBlanks.utf8
        guard let hyphen = text.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let (start, end) = (text[..<hyphen], text[text.index(after: hyphen)...])
        if start.isEmpty {
            guard let count = number(end) else { return nil }
            return max(0, size - count)..<size
        }
        guard let first = number(start) else { return nil }
        var last = Int.max
        if !end.isEmpty {
            guard let given = number(end), given >= first else { return nil }
            last = given
        }
        return first < size ? first..<min(last, size - 1) + 1 : 0..<0
    }

    /// Parses a number of digits only; a number too great for Int becomes the greatest Int.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(Substring(digits)) ?? Int.max
    }

    /// Returns the value of Content-Range.
    static func fieldValue(of range: Range<Int>, in size: Int) -> String {
        "\(unit) \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
    }
}

/// Several parts of a file as one multipart content (RFC 9110 §14.6).
struct RangeParts {
    let mediaType: String
    let parts: [FileSource.Part]

    init(_ ranges: [Range<Int>], of size: Int, type: String) {
        // The boundary is random, so that the author of the file cannot predict it.
        let boundary =
            String(UInt64.random(in: .min ... .max), radix: 36)
            + String(UInt64.random(in: .min ... .max), radix: 36)
        mediaType = "multipart/byteranges; boundary=\(boundary)"
        var parts: [FileSource.Part] = []
        for range in ranges {
            let place = ByteRanges.fieldValue(of: range, in: size)
            let head =
                "\r\n--\(boundary)\r\nContent-Type: \(type)\r\nContent-Range: \(place)\r\n\r\n"
            parts += [.bytes(Array(head.utf8)), .file(range)]
        }
        self.parts = parts + [.bytes(Array("\r\n--\(boundary)--\r\n".utf8))]
    }
}

extension Substring {
    fileprivate var trimmedBlanks: Substring {
        var text = self
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
        return text
    }
}
