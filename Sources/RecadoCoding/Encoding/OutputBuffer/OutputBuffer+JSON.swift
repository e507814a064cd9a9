// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension OutputBuffer {
    /// Appends a text as a JSON string, with quotes.
    ///
    /// Only the characters that RFC 8259 §7 requires are escaped: the quote, the backslash and the
    /// control characters below U+0020. `/`, `<`, U+2028 and U+2029 are written unchanged: JSON is
    /// a subset of ECMAScript since ES2019, and code that embeds JSON in HTML must escape it
    /// anyway.
    @inline(__always)
    mutating func appendQuoted(_ text: String) {
        unsafe text.withUTF8Bytes { bytes in
            reserve(bytes.count &+ 2)
            let start = unsafe end
            unsafe start[0] = UInt8(ascii: "\"")
            let clean = unsafe Self.copyClean(bytes, to: start + 1)
            if clean < bytes.count {
                advance(by: clean &+ 1)
                unsafe appendEscaped(bytes, from: clean)
                append(UInt8(ascii: "\""))
            } else {
                unsafe start[clean &+ 1] = UInt8(ascii: "\"")
                advance(by: clean &+ 2)
            }
        }
    }

    /// Appends the name of a member and its colon, after a comma if it is not the first.
    @inline(__always)
    mutating func append(name: String, isFirst: Bool) {
        unsafe name.withUTF8Bytes { bytes in
            reserve(bytes.count &+ 4)
            let start = unsafe end
            // For the first member, the quote overwrites the comma.
            unsafe start[0] = UInt8(ascii: ",")
            let quote = isFirst ? 0 : 1
            unsafe start[quote] = UInt8(ascii: "\"")
            let clean = unsafe Self.copyClean(bytes, to: start + quote + 1)
            let length = clean &+ quote &+ 1
            if clean < bytes.count {
                advance(by: length)
                unsafe appendEscaped(bytes, from: clean)
                append("\":")
            } else {
                unsafe start[length] = UInt8(ascii: "\"")
                unsafe start[length &+ 1] = UInt8(ascii: ":")
                advance(by: length &+ 2)
            }
        }
    }

    /// Appends bytes except the first `skipped` bytes.
    ///
    /// The bytes are copied 16 at a time, so the memory after them must be readable.
    @inline(__always)
    mutating func append(pieces bytes: UnsafeBufferPointer<UInt8>, from skipped: Int) {
        let length = bytes.count &- skipped
        reserve(length)
        guard let address = bytes.baseAddress else { return }
        let source = unsafe UnsafeRawPointer(address + skipped)
        let target = unsafe UnsafeMutableRawPointer(end)
        // The last piece may extend beyond the end, in both the source and the output.
        var index = 0
        repeat {
            let low = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let high = unsafe source.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
            unsafe target.storeBytes(of: low, toByteOffset: index, as: UInt64.self)
            unsafe target.storeBytes(of: high, toByteOffset: index &+ 8, as: UInt64.self)
            index &+= KeyName.piece
        } while index < length
        advance(by: length)
    }

    /// Copies the bytes up to the first that needs an escape, eight at a time, and returns their
    /// number; the output must have room for all bytes and eight more.
    @inline(__always)
    private static func copyClean(
        _ bytes: UnsafeBufferPointer<UInt8>,
        to place: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard let source = bytes.baseAddress else { return 0 }
        let length = bytes.count
        let target = UnsafeMutableRawPointer(place)
        let origin = unsafe UnsafeRawPointer(source)
        var index = 0
        while index &+ 8 <= length {
            let word = unsafe origin.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            unsafe target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
            let marks = SWAR.ends(word.littleEndian)
            if marks != 0 { return index &+ SWAR.count(before: marks) }
            index &+= 8
        }
        guard index < length else { return length }
        if length >= 8 {
            // The last eight bytes overlap the previous word, whose bytes need no escape.
            let last = length &- 8
            let word = unsafe origin.loadUnaligned(fromByteOffset: last, as: UInt64.self)
            unsafe target.storeBytes(of: word, toByteOffset: last, as: UInt64.self)
            let marks = SWAR.ends(word.littleEndian)
            return marks == 0 ? length : last &+ SWAR.count(before: marks)
        }
        let word = unsafe shortWord(origin, length)
        unsafe target.storeBytes(of: word.littleEndian, as: UInt64.self)
        let marks = SWAR.ends(word)
        return marks == 0 ? length : SWAR.count(before: marks)
    }

    /// Returns one to seven bytes as a little-endian word, padded with blanks.
    @inline(__always)
    private static func shortWord(_ source: UnsafeRawPointer, _ length: Int) -> UInt64 {
        let blanks: UInt64 = 0x2020_2020_2020_2020 &<< UInt64(truncatingIfNeeded: length &* 8)
        if length >= 4 {
            let low = unsafe source.loadUnaligned(as: UInt32.self).littleEndian
            let high = unsafe source.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
                .littleEndian
            let shift = UInt64(truncatingIfNeeded: (length &- 4) &* 8)
            return UInt64(low) | UInt64(high) &<< shift | blanks
        }
        let middle = length &>> 1
        let last = length &- 1
        let first = unsafe UInt64(source.load(as: UInt8.self))
        let second = unsafe UInt64(source.load(fromByteOffset: middle, as: UInt8.self))
        let third = unsafe UInt64(source.load(fromByteOffset: last, as: UInt8.self))
        return first | second &<< UInt64(truncatingIfNeeded: middle &* 8)
            | third &<< UInt64(truncatingIfNeeded: last &* 8) | blanks
    }

    /// Appends the rest of a text, whose first byte needs an escape.
    @inline(never)
    private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        var index = start
        while index < bytes.count {
            unsafe appendEscape(of: bytes[index])
            index += 1
            // A run of bytes that need no escape follows; it may be empty.
            let rest = unsafe UnsafeBufferPointer(rebasing: bytes[index...])
            reserve(rest.count)
            let clean = unsafe Self.copyClean(rest, to: end)
            advance(by: clean)
            index += clean
        }
    }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append("\\u00")
            append(0x30 &+ byte &>> 4)
            let low = byte & 0x0F
            append(low < 10 ? 0x30 &+ low : 0x57 &+ low)
        }
    }
}
