// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The elements of a list, one after the other, in the arrangement of any format.
struct ElementPlaces: BitwiseCopyable {
    /// The relation of an element's index to the previous one.
    enum Order: UInt8, BitwiseCopyable {
        /// Directly after it, as in an array.
        case adjacent
        /// The next child of the same XML element.
        case children
        /// The next sibling XML element with the same name.
        case siblings
    }

    let order: Order
    /// The number of elements, or for XML an upper bound; 0 if it is unknown.
    let count: Int
    private var index: UInt32
    private let end: UInt32

    /// The elements between two indexes.
    init(_ range: Range<Int>, count: Int) {
        (order, self.count) = (.adjacent, count)
        index = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
    }

    /// The XML elements from the one at index `first` on; none if the index is 0.
    init(from first: Int, _ order: Order, count: Int = 0) {
        (self.order, self.count) = (order, count)
        index = UInt32(truncatingIfNeeded: first)
        end = 0
    }

    /// The index of the next element, or `nil` after the last.
    @inline(__always) var next: Int? { index == end ? nil : Int(index) }

    /// Moves past the next element, if there is one.
    @inline(__always)
    mutating func advance(in decoder: TreeDecoder) {
        let following =
            order == .adjacent
            ? decoder.end(of: Int(index)) : XMLNotation.next(after: Int(index), order, in: decoder)
        index = UInt32(truncatingIfNeeded: following)
    }

    /// The index of the next element, which is about to be read, or `nil` after the last.
    @inline(__always)
    func entered(in decoder: TreeDecoder) -> Int? {
        // A list within this element is then known to be within an element of an XML list.
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
