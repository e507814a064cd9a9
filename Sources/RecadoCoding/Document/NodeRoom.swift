// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The memory of a tree into which a parser writes nodes, and the number of nodes written so far.
@safe
struct NodeRoom {
    typealias Node = Document.Node

    private let base: UnsafeMutablePointer<Node>
    /// The address of the next node.
    private var next: UnsafeMutablePointer<Node>
    /// The address after the last node that fits.
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

    /// The number of further nodes that fit.
    @inline(always) var left: Int { unsafe end - next }

    /// True if two more nodes fit.
    @inline(always) var hasRoom: Bool { unsafe next + 2 <= end }

    /// Adds a node, which must fit.
    @inline(always)
    mutating func append(_ node: NodeWords) {
        let words = unsafe UnsafeMutableRawPointer(next)
        unsafe words.storeBytes(of: node.head, as: UInt64.self)
        unsafe words.storeBytes(of: node.payload, toByteOffset: 8, as: UInt64.self)
        unsafe next += 1
    }

    /// Adds a node, which must fit.
    @inline(always)
    mutating func append(_ node: Node) {
        unsafe next.pointee = node
        unsafe next += 1
    }

    /// Sets the number of nodes: a smaller number removes nodes at the end, a greater number
    /// includes nodes that the caller has already written there.
    mutating func resize(to count: Int) {
        unsafe next = base + count
    }

    /// The node at an index, which must be within the memory.
    @inline(always)
    subscript(index: Int) -> Node {
        get { unsafe base[index] }
        nonmutating set { unsafe base[index] = newValue }
    }
}
