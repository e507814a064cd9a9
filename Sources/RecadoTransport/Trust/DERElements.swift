// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Successive elements in DER (X.690 §8.1).
struct DERElements {
    /// One element.
    struct Element {
        let tag: UInt8
        /// The element including its tag and its length.
        let whole: ArraySlice<UInt8>
        let content: ArraySlice<UInt8>

        /// The elements nested in this element.
        var elements: DERElements { DERElements(rest: content) }
    }

    /// The bytes that have not been read yet.
    var rest: ArraySlice<UInt8>

    static let integer: UInt8 = 0x02
    static let identifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// Takes the next element; `nil` at the end, or if the bytes are malformed.
    mutating func next() -> Element? {
        guard rest.count >= 2, let tag = rest.first else { return nil }
        var index = rest.startIndex + 1
        var length = Int(rest[index])
        index += 1
        if length >= 0x80 {
            let count = length - 0x80
            // Three bytes of length allow 16 MiB, more than any certificate has.
            guard (1...3).contains(count), rest.endIndex - index >= count else { return nil }
            length = rest[index..<(index + count)].reduce(0) { $0 << 8 | Int($1) }
            index += count
        }
        guard rest.endIndex - index >= length else { return nil }
        let end = index + length
        defer { rest = rest[end...] }
        return Element(tag: tag, whole: rest[rest.startIndex..<end], content: rest[index..<end])
    }

    /// Takes the next element if it has the given tag.
    mutating func next(tag: UInt8) -> Element? {
        rest.first == tag ? next() : nil
    }
}
