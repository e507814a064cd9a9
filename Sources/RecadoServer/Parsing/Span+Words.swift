// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Span<UInt8> {
    /// Whether a range spells a word, which is given in small letters, in any case.
    @inline(__always)
    func spells(_ word: StaticString, in range: Range<Int>) -> Bool {
        guard word.utf8CodeUnitCount == range.count else { return false }
        return unsafe matches(word.utf8Start, in: range, folding: true)
    }

    /// Whether a range is exactly a word.
    @inline(__always)
    func isExactly(_ word: StaticString, in range: Range<Int>) -> Bool {
        guard word.utf8CodeUnitCount == range.count else { return false }
        return unsafe matches(word.utf8Start, in: range, folding: false)
    }

    @inline(__always)
    private func matches(
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

    /// Whether every byte of a range belongs to a token, and there is at least one.
    func isToken(in range: Range<Int>) -> Bool {
        !range.isEmpty && Token.end(in: self, range) == range.upperBound
    }

    /// A range without the blanks and tabs at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }

    /// The text of a range that holds ASCII only.
    func text(in range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { source in
            // So few bytes are kept in the string itself, and need no look at whether they are UTF-8.
            guard source.count <= 15 else { return unsafe String(decoding: source, as: UTF8.self) }
            return unsafe String(unsafeUninitializedCapacity: source.count) {
                unsafe $0.initialize(fromContentsOf: source)
            }
        }
    }

    /// The bytes of a range, copied once.
    func array(in range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Appends the bytes of a range to an array.
    func copy(_ range: Range<Int>, to array: inout [UInt8]) {
        unsafe extracting(range).withUnsafeBufferPointer {
            unsafe array.append(contentsOf: $0)
        }
    }
}
