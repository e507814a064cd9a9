// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The position of a text in XML, which determines the characters to escape.
enum XMLPlace {
    case content
    case attribute
    /// The text is in a CDATA section.
    case section
}

extension OutputBuffer {
    /// Appends a text, escaped as its position requires.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - place: The position of the text.
    ///   - replaces: True if characters that XML does not allow are replaced by U+FFFD.
    /// - Returns: True if XML allows all characters that were written.
    @inline(__always)
    mutating func append(_ text: String, as place: XMLPlace, replacing replaces: Bool) -> Bool {
        let start = count
        if place == .section ? appendCDATA(text) : appendEscaped(text, for: place) { return true }
        return replaces && replace(from: start, text, as: place)
    }

    /// Removes the output from an index on, and writes the text again with U+FFFD instead of
    /// characters that XML does not allow.
    private mutating func replace(from start: Int, _ text: String, as place: XMLPlace) -> Bool {
        truncate(to: start)
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(ByteReader.isCharacter(scalar.value) ? scalar : "\u{FFFD}")
        }
        return append(String(scalars), as: place, replacing: false)
    }

    /// Appends a text and escapes the characters that XML reserves.
    ///
    /// In content, `&`, `<`, `>` and the carriage return are escaped, because a reader would turn a
    /// carriage return into a line feed. In attributes, the quote, the tab and the line feed are
    /// escaped too, because a reader would turn tabs and line feeds into spaces.
    ///
    /// - Returns: True if XML allows all characters of the text.
    mutating func appendEscaped(_ text: String, for place: XMLPlace) -> Bool {
        var isAllowed = true
        unsafe text.withUTF8Bytes { bytes in
            reserve(bytes.count &+ 8)
            var clean = unsafe copyPlain(bytes, from: 0)
            while clean < bytes.count {
                let byte = unsafe bytes[clean]
                let next = clean &+ 1
                if unsafe !appendReference(byte, bytes, next, place) { isAllowed = false }
                clean = unsafe copyPlain(bytes, from: next)
            }
        }
        return isAllowed
    }

    /// Copies bytes up to the first one that may need an escape; returns the index of that byte.
    @inline(__always)
    private mutating func copyPlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let address = bytes.baseAddress else { return 0 }
        let length = bytes.count
        reserve(length &- start &+ 8)
        let source = unsafe UnsafeRawPointer(address)
        let target = unsafe UnsafeMutableRawPointer(end)
        var index = start
        while index &+ 8 <= length {
            let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            unsafe target.storeBytes(of: word, toByteOffset: index &- start, as: UInt64.self)
            let marks = Self.marksOfXML(word.littleEndian)
            if marks != 0 {
                index &+= marks.trailingZeroBitCount &>> 3
                advance(by: index &- start)
                return index
            }
            index &+= 8
        }
        while index < length {
            let byte = unsafe bytes[index]
            if Self.isMarked(byte) { break }
            unsafe target.storeBytes(of: byte, toByteOffset: index &- start, as: UInt8.self)
            index &+= 1
        }
        advance(by: index &- start)
        return index
    }

    /// True if a byte may need an escape or be invalid: a control character, `"`, `&`, `<`, `>` or
    /// the first byte of U+F000 to U+FFFF.
    @inline(__always)
    private static func isMarked(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0xEF
    }

    /// Sets the high bits of the `isMarked` bytes in a word; bits after the first may be wrong.
    @inline(__always)
    private static func marksOfXML(_ word: UInt64) -> UInt64 {
        @inline(__always) func equal(_ byte: UInt64) -> UInt64 {
            let difference = word ^ (byte &* SWAR.ones)
            return (difference &- SWAR.ones) & ~difference
        }
        let controls = (word &- (0x20 &* SWAR.ones)) & ~word
        // `<` and `>` differ in one bit.
        let angle = (word | (0x02 &* SWAR.ones)) ^ (0x3E &* SWAR.ones)
        let angles = (angle &- SWAR.ones) & ~angle
        return (controls | equal(0x22) | equal(0x26) | angles | equal(0xEF)) & SWAR.highs
    }

    /// Appends a marked byte, escaped if needed; returns true if XML allows its character.
    private mutating func appendReference(
        _ byte: UInt8,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ next: Int,
        _ place: XMLPlace
    ) -> Bool {
        switch byte {
        case UInt8(ascii: "&"): append("&amp;")
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        case UInt8(ascii: "\"") where place == .attribute: append("&quot;")
        case 0x0D: append("&#13;")
        case 0x09 where place == .attribute: append("&#9;")
        case 0x0A where place == .attribute: append("&#10;")
        case 0x09, 0x0A, UInt8(ascii: "\""): append(byte)
        case 0xEF:
            append(byte)
            guard next &+ 1 < bytes.count else { return true }
            let isNone = unsafe bytes[next] == 0xBF && bytes[next &+ 1] >= 0xBE
            return !isNone
        default: return false
        }
        return true
    }

    /// Appends a text as one or more CDATA sections.
    ///
    /// `]]>` is split between two sections, and a carriage return is written between two sections
    /// as a reference, because a reader would turn it into a line feed.
    ///
    /// - Returns: True if XML allows all characters of the text.
    mutating func appendCDATA(_ text: String) -> Bool {
        var isAllowed = true
        append("<![CDATA[")
        unsafe text.withUTF8Bytes { bytes in
            reserve(bytes.count &+ 16)
            // The number of brackets at the end of the written text.
            var brackets = 0
            for index in 0..<bytes.count {
                let byte = unsafe bytes[index]
                switch byte {
                case UInt8(ascii: ">") where brackets >= 2: append("]]><![CDATA[")
                case 0x0D:
                    append("]]>&#13;<![CDATA[")
                    brackets = 0
                    continue
                case 0x09, 0x0A: break
                case 0..<0x20: isAllowed = false
                case 0xEF where index &+ 2 < bytes.count:
                    if unsafe bytes[index &+ 1] == 0xBF, unsafe bytes[index &+ 2] >= 0xBE {
                        isAllowed = false
                    }
                default: break
                }
                brackets = byte == UInt8(ascii: "]") ? brackets &+ 1 : 0
                append(byte)
            }
        }
        append("]]>")
        return isAllowed
    }

    /// True if a part of a start tag, given as a range of the output, contains an attribute with
    /// the given name.
    ///
    /// No value can look like an attribute, because quotes in values are escaped.
    func hasAttribute(_ name: [UInt8], in range: Range<Int>) -> Bool {
        let wanted = [UInt8(ascii: " ")] + name + Array("=\"".utf8)
        let tag = bytes(in: range)
        guard tag.count >= wanted.count else { return false }
        return (0...(tag.count - wanted.count)).contains { start in
            tag[start] == wanted[0] && tag[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }
}
