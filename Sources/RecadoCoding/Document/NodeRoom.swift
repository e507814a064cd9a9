// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The room that a tree lends to a parser, and how much of it is taken.
@safe
struct NodeRoom {
    typealias Node = Document.Node

    private let base: UnsafeMutablePointer<Node>
    let capacity: Int
    private(set) var count: Int

    @inline(__always)
    init(_ base: UnsafeMutablePointer<Node>, capacity: Int, count: Int) {
        unsafe self.base = base
        (self.capacity, self.count) = (capacity, count)
    }

    /// The nodes that still fit.
    @inline(__always) var left: Int { capacity &- count }

    /// Adds a node; there must be room.
    @inline(__always)
    mutating func append(_ node: Node) {
        unsafe base[count] = node
        count &+= 1
    }

    /// Takes back all nodes from an index on, or takes those that were set behind the last.
    mutating func resize(to count: Int) {
        self.count = count
    }

    /// The node at an index for which there is room.
    @inline(__always)
    subscript(index: Int) -> Node {
        get { unsafe base[index] }
        nonmutating set { unsafe base[index] = newValue }
    }
}
