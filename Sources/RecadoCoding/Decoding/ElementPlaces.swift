// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The elements of a list, one after the other, wherever its format has them.
struct ElementPlaces: BitwiseCopyable {
    /// The index of the element behind another.
    enum Order: UInt8, BitwiseCopyable {
        /// Right behind it, as in an array.
        case adjacent
        /// The next child of the same element of XML.
        case children
        /// The next element of XML of the same name beside it.
        case siblings
    }

    let order: Order
    /// The number of elements, or for elements of XML the most that there
    /// may be; 0 where nobody knows.
    let count: Int
    private var index: UInt32
    private let end: UInt32

    /// The elements between two indexes.
    init(_ range: Range<Int>, count: Int) {
        (order, self.count) = (.adjacent, count)
        index = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
    }

    /// The elements of XML from one on, or none for the index 0.
    init(from first: Int, _ order: Order, count: Int = 0) {
        (self.order, self.count) = (order, count)
        index = UInt32(truncatingIfNeeded: first)
        end = 0
    }

    /// The index of the next element, or `nil` behind the last.
    @inline(__always) var next: Int? { index == end ? nil : Int(index) }

    /// Goes on to the element behind the next one, if there is a next one.
    @inline(__always)
    mutating func advance(in decoder: TreeDecoder) {
        let following =
            order == .adjacent
            ? decoder.end(of: Int(index)) : XMLNotation.next(after: Int(index), order, in: decoder)
        index = UInt32(truncatingIfNeeded: following)
    }

    /// The index of the element that is next, which is read now, or `nil` behind the last.
    @inline(__always)
    func entered(in decoder: TreeDecoder) -> Int? {
        // A list in an element of a list of XML is then known for one.
        if order != .adjacent, let next { decoder.state.item = next }
        return next
    }

    /// The indexes of the elements.
    func indexes(in decoder: TreeDecoder) -> [Int] {
        var (indexes, rest) = ([Int](), self)
        while let next = rest.next {
            indexes.append(next)
            rest.advance(in: decoder)
        }
        return indexes
    }

    /// The index of the element at a position, or -1.
    func index(at position: Int, in decoder: TreeDecoder) -> Int {
        var (passed, rest) = (0, self)
        while let next = rest.next {
            if passed == position { return next }
            rest.advance(in: decoder)
            passed += 1
        }
        return -1
    }
}
