// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An iterator over the node indexes of a list's elements, in any format.
struct ElementPlaces: BitwiseCopyable {
    /// The rule by which the node index of the next element is found.
    enum Order: UInt8, BitwiseCopyable {
        /// It directly follows the previous element, as in an array.
        case adjacent
        /// It is the next child of the same XML element.
        case children
        /// It is the next sibling XML element with the same name.
        case siblings
    }

    let order: Order
    /// The number of elements (for XML, an upper bound); 0 if the number is unknown.
    let count: Int
    private var index: UInt32
    private let end: UInt32

    /// Iterates over the elements in a range of indexes.
    init(_ range: Range<Int>, count: Int) {
        (order, self.count) = (.adjacent, count)
        index = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
    }

    /// Iterates over XML elements from the node index `first` on, or over nothing if `first` is 0.
    init(from first: Int, _ order: Order, count: Int = 0) {
        (self.order, self.count) = (order, count)
        index = UInt32(truncatingIfNeeded: first)
        end = 0
    }

    /// The node index of the next element, or `nil` after the last.
    @inline(__always) var next: Int? { index == end ? nil : Int(index) }

    /// Moves past the next element, if there is one.
    @inline(__always)
    mutating func advance(in decoder: TreeDecoder) {
        let following =
            order == .adjacent
            ? decoder.end(of: Int(index)) : XMLNotation.next(after: Int(index), order, in: decoder)
        index = UInt32(truncatingIfNeeded: following)
    }

    /// Returns the node index of the next element, or `nil` after the last, and records that the
    /// element is about to be read.
    @inline(__always)
    func entered(in decoder: TreeDecoder) -> Int? {
        // This tells a list directly within the element that it is nested in another XML list.
        if order != .adjacent, let next { decoder.state.item = next }
        return next
    }

    /// Returns the node indexes of all remaining elements.
    func indexes(in decoder: TreeDecoder) -> [Int] {
        var (indexes, rest) = ([Int](), self)
        while let next = rest.next {
            indexes.append(next)
            rest.advance(in: decoder)
        }
        return indexes
    }

    /// Returns the node index of the element at a position, or -1 if there is none.
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
