// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Finds the end of a JSON value in a stream by its brackets and quotation marks alone.
struct ValueCapture: Sendable {
    enum Purpose: Sendable {
        case key, scalar, element
    }

    let purpose: Purpose
    /// True for a number, a Boolean or null, which ends before the first byte that cannot belong to
    /// it.
    private let isBare: Bool
    /// The number of open brackets and braces.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Creates a scanner for one value.
    ///
    /// - Parameters:
    ///   - purpose: The use of the value: a key or a scalar, which are checked, or an element,
    ///     which is returned.
    ///   - first: The first byte of the value, which has not been scanned.
    init(_ purpose: Purpose, _ first: UInt8) {
        self.purpose = purpose
        isBare = !"{[\"".utf8.contains(first)
    }

    /// Continues to scan until the value or the source ends.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - start: The index at which to continue.
    /// - Returns: The index after the scanned bytes, and true if the value ends there.
    mutating func scan(_ source: ByteReader, from start: Int) -> (end: Int, isComplete: Bool) {
        isBare ? endOfBare(source, start) : endOfNested(source, start)
    }

    private func endOfBare(_ source: ByteReader, _ start: Int) -> (Int, Bool) {
        var at = start
        while at < source.count {
            switch source[at] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"),
                0x20, 0x0A, 0x0D, 0x09:
                // The value ends before this byte. An empty value is refused later, by the parser.
                return (at, true)
            default: at += 1
            }
        }
        return (at, false)
    }

    private mutating func endOfNested(_ source: ByteReader, _ start: Int) -> (Int, Bool) {
        var at = start
        while at < source.count {
            if isInString {
                at = endOfString(source, at)
                if isInString { return (at, false) }
            } else {
                switch source[at] {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                at += 1
            }
            if !isInString, depth <= 0 { return (at, true) }
        }
        return (at, false)
    }

    /// Returns the index after the closing quotation mark, or the end of the source.
    private mutating func endOfString(_ source: ByteReader, _ start: Int) -> Int {
        var at = start
        while at < source.count {
            // Bytes after the end read as zeros, which end the run because they are control
            // characters.
            while !isEscaped, SWAR.ends(source.word(at: at)) == 0 { at &+= 8 }
            guard at < source.count else { break }
            let byte = source[at]
            at &+= 1
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
                return at
            }
        }
        return at
    }
}
