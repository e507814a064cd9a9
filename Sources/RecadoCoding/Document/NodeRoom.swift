// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The room that a tree lends to a parser, and how much of it is taken.
@safe
struct NodeRoom {
    typealias Node = Document.Node

    private let base: UnsafeMutablePointer<Node>
    /// The address of the next node.
    private var next: UnsafeMutablePointer<Node>
    /// The address behind the room.
    private let end: UnsafeMutablePointer<Node>

    @inline(always)
    init(_ base: UnsafeMutablePointer<Node>, capacity: Int, count: Int) {
        unsafe self.base = base
        unsafe next = base + count
        unsafe end = base + capacity
    }

    /// The number of nodes written.
    @inline(always) var count: Int {
        let bytes = unsafe UInt(bitPattern: next) &- UInt(bitPattern: base)
        return Int(bitPattern: bytes >> 4)
    }

    /// The nodes that still fit.
    @inline(always) var left: Int { unsafe end - next }

    /// Whether two more nodes fit.
    @inline(always) var hasRoom: Bool { unsafe next + 2 <= end }

    /// Adds a node; there must be room.
    @inline(always)
    mutating func append(_ node: NodeWords) {
        let words = unsafe UnsafeMutableRawPointer(next)
        unsafe words.storeBytes(of: node.head, as: UInt64.self)
        unsafe words.storeBytes(of: node.payload, toByteOffset: 8, as: UInt64.self)
        unsafe next += 1
    }

    /// Adds a node; there must be room.
    @inline(always)
    mutating func append(_ node: Node) {
        unsafe next.pointee = node
        unsafe next += 1
    }

    /// Takes back all nodes from an index on, or takes those that were set behind the last.
    mutating func resize(to count: Int) {
        unsafe next = base + count
    }

    /// The node at an index for which there is room.
    @inline(always)
    subscript(index: Int) -> Node {
        get { unsafe base[index] }
        nonmutating set { unsafe base[index] = newValue }
    }
}
