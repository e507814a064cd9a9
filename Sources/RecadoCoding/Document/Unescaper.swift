// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Decodes the escapes in JSON strings that the parser has checked.
@safe
struct Unescaper {
    private let target: UnsafeMutableBufferPointer<UInt8>
    /// The number of bytes written.
    private var count = 0

    /// Creates a decoder that writes into memory.
    ///
    /// - Parameter target: The memory; it must have room for as many bytes as the string has with
    ///   its escapes.
    private init(target: UnsafeMutableBufferPointer<UInt8>) {
        unsafe self.target = target
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        guard unsafe count < target.count else { return }
        unsafe target[count] = byte
        count &+= 1
    }

    /// Returns the bytes of a string with its escapes decoded.
    static func bytes(_ source: ByteReader) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
            var writer = unsafe Unescaper(target: target)
            writer.write(source)
            count = writer.count
        }
    }

    /// Returns the text of a string with its escapes decoded.
    @inline(never)
    static func text(_ source: ByteReader) -> String {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: source.count) { target in
            var writer = unsafe Unescaper(target: target)
            writer.write(source)
            let decoded = unsafe UnsafeBufferPointer(rebasing: target[..<writer.count])
            // Parsers have checked that the bytes are UTF-8.
            return unsafe ByteReader(decoded).text(isASCII: false)
        }
    }

    private mutating func write(_ source: ByteReader) {
        var at = 0
        while at < source.count {
            let word = source.word(at: at)
            // Bytes after the end read as zero, a control character, which ends the run too.
            let ends = SWAR.ends(word)
            let run = ends == 0 ? 8 : SWAR.count(before: ends)
            put(word, run)
            at &+= run
            if source[at] == UInt8(ascii: "\\") {
                at = escape(source, at)
            } else if run == 0 {
                put(source[at])
                at &+= 1
            }
        }
    }

    /// Writes the first bytes of a word.
    @inline(__always)
    private mutating func put(_ word: UInt64, _ length: Int) {
        guard unsafe count &+ 8 <= target.count else {
            for place in 0..<length { put(UInt8(truncatingIfNeeded: word >> UInt64(place &* 8))) }
            return
        }
        unsafe UnsafeMutableRawBufferPointer(target).storeBytes(
            of: word.littleEndian,
            toByteOffset: count,
            as: UInt64.self
        )
        count &+= length
    }

    /// Decodes one escape and returns the index after it.
    private mutating func escape(_ source: ByteReader, _ at: Int) -> Int {
        let letter = source[at &+ 1]
        guard letter != UInt8(ascii: "u") else { return unicode(source, at) }
        switch letter {
        case UInt8(ascii: "b"): put(0x08)
        case UInt8(ascii: "f"): put(0x0C)
        case UInt8(ascii: "n"): put(0x0A)
        case UInt8(ascii: "r"): put(0x0D)
        case UInt8(ascii: "t"): put(0x09)
        default: put(letter)
        }
        return at &+ 2
    }

    private mutating func unicode(_ source: ByteReader, _ at: Int) -> Int {
        var value = Self.unit(source, at &+ 2) ?? 0
        var length = 6
        if (0xD800..<0xDC00).contains(value) {
            let low = Self.unit(source, at &+ 8) ?? 0xDC00
            value = 0x10000 &+ ((value &- 0xD800) << 10) &+ (low &- 0xDC00)
            length = 12
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
        return at &+ length
    }

    /// Returns the value of four hexadecimal digits, or `nil` if one is invalid.
    @inline(__always)
    static func unit(_ source: ByteReader, _ at: Int) -> UInt32? {
        var value: UInt32 = 0
        for place in 0..<4 {
            guard let digit = source[at &+ place].hexadecimalValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
