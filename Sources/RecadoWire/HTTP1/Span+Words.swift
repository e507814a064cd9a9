// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Span<UInt8> {
    /// True if a range spells a word without regard to case; the word is given in lowercase.
    @inlinable @inline(__always)
    package func spells(_ word: StaticString, in range: Range<Int>) -> Bool {
        guard word.utf8CodeUnitCount == range.count else { return false }
        return unsafe matches(word.utf8Start, in: range, folding: true)
    }

    /// True if a range is exactly a word.
    @inlinable @inline(__always)
    package func isExactly(_ word: StaticString, in range: Range<Int>) -> Bool {
        guard word.utf8CodeUnitCount == range.count else { return false }
        return unsafe matches(word.utf8Start, in: range, folding: false)
    }

    @inlinable @inline(__always)
    package func matches(
        _ word: UnsafePointer<UInt8>,
        in range: Range<Int>,
        folding: Bool
    ) -> Bool {
        for index in 0..<range.count {
            let byte = self[range.lowerBound + index]
            let folded = folding && byte &- 0x41 < 26 ? byte | 0x20 : byte
            if unsafe folded != word[index] { return false }
        }
        return true
    }

    /// True if every byte of a range belongs to a token, and there is at least one.
    package func isToken(in range: Range<Int>) -> Bool {
        !range.isEmpty && Token.end(in: self, range) == range.upperBound
    }

    /// Returns a range without the spaces and tabs at both ends.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }

    /// Returns the text of a range that holds only ASCII.
    package func text(in range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { source in
            // A text of up to 15 bytes is stored in the string itself, and needs no UTF-8 check.
            guard source.count <= 15 else { return unsafe String(decoding: source, as: UTF8.self) }
            return unsafe String(unsafeUninitializedCapacity: source.count) {
                unsafe $0.initialize(fromContentsOf: source)
            }
        }
    }

    /// Returns the bytes of a range, copied once.
    package func array(in range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Appends the bytes of a range to an array.
    package func copy(_ range: Range<Int>, to array: inout [UInt8]) {
        unsafe extracting(range).withUnsafeBufferPointer {
            unsafe array.append(contentsOf: $0)
        }
    }

    /// True if two ranges are equal without regard to case.
    package func agree(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        guard one.count == other.count else { return false }
        for offset in 0..<one.count {
            let bytes = (self[one.lowerBound + offset], self[other.lowerBound + offset])
            if bytes.0.lowercased != bytes.1.lowercased { return false }
        }
        return true
    }

    /// Calls a function with each non-empty member of a comma-separated list, trimmed.
    @inline(__always)
    func forEachMember<Failure>(
        of list: Range<Int>,
        _ body: (Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        var start = list.lowerBound
        while start < list.upperBound {
            var end = start
            while end < list.upperBound, self[end] != UInt8(ascii: ",") { end += 1 }
            let member = trimmed(start..<end)
            if !member.isEmpty { try body(member) }
            start = end + 1
        }
    }

    /// Returns the value of the decimal digit at a position; `nil` if there is none.
    func digit(at index: Int) -> Int? {
        let value = self[index] &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }
}
