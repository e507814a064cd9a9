// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Owns the nodes of a document, which are in document order.
@safe
final class NodeTree {
    typealias Node = Document.Node

    private var base: UnsafeMutablePointer<Node>
    private var capacity: Int
    private(set) var count = 0
    /// The released nodes: their indexes are from 1 to `nodes` - 1, and they belong to the first
    /// `elements` elements of the root (see ``release(before:elements:)``).
    private(set) var released = (nodes: 1, elements: 0)

    /// Creates an empty tree with memory for a number of nodes.
    init(capacity: Int) {
        self.capacity = max(capacity, 4)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit { unsafe base.deallocate() }

    /// The node at an index, which must be smaller than `count`.
    @inline(__always)
    subscript(index: Int) -> Node {
        get {
            precondition(index >= 0 && index < count)
            return unsafe base[index]
        }
        set {
            precondition(index >= 0 && index < count)
            unsafe base[index] = newValue
        }
    }

    /// Adds a node.
    func append(_ node: Node) {
        if count == capacity { grow(to: capacity * 2) }
        unsafe base[count] = node
        count += 1
    }

    /// Returns the index after the subtree of a node.
    func end(of index: Int) -> Int { self[index].end(at: index) }

    // MARK: - Reading

    /// Returns a view of the nodes and their texts; it is valid while this tree and the memory of
    /// the texts exist.
    @inline(__always)
    func view(over bytes: ByteReader, side: ByteReader) -> NodeView {
        unsafe NodeView(UnsafePointer(base), count, bytes, side)
    }

    // MARK: - Filling

    /// Runs a parser that fills the tree, and provides more memory whenever it is full.
    ///
    /// - Parameters:
    ///   - expected: The number of nodes for which memory is reserved at first.
    ///   - limit: The largest number of nodes.
    ///   - read: Continues reading; returns true when it is done, and false if it needs more
    ///     memory.
    /// - Returns: True if the parser was done within the limit.
    /// - Throws: The errors of the parser; the nodes are then incomplete.
    @inline(__always)
    func fill<Failure: Error>(
        expecting expected: Int,
        limit: Int,
        _ read: (inout NodeRoom) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        reserve(min(expected, limit))
        while true {
            let lent = max(min(capacity, limit), count)
            var room = unsafe NodeRoom(base, capacity: lent, count: count)
            // After an error, the nodes that were already read are counted too, but no document
            // uses them.
            defer { count = room.count }
            if try read(&room) { return true }
            guard capacity < limit else { return false }
            count = room.count
            grow(to: min(capacity * 2, limit))
        }
    }

    /// Removes all nodes, and keeps memory for at most `most` nodes.
    @inline(__always)
    func removeAll(keeping most: Int) {
        count = 0
        if capacity > most { shrink(to: most) }
    }

    @inline(never)
    private func shrink(to capacity: Int) {
        released = (1, 0)
        unsafe base.deallocate()
        unsafe base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    private func reserve(_ needed: Int) {
        if needed > capacity { grow(to: needed) }
    }

    @inline(never)
    private func grow(to capacity: Int) {
        let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity)
        unsafe larger.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        self.capacity = capacity
    }

    // MARK: - Releasing

    /// The number of nodes that are released at a time: 1 MiB.
    static let releasedNodes = 1 << 16

    /// Releases the memory of elements of the root that will not be read again.
    ///
    /// The root itself is kept. The caller must not read released nodes.
    ///
    /// - Parameters:
    ///   - index: The index of the first element to keep.
    ///   - elements: The number of elements before it.
    func release(before index: Int, elements: Int) {
        let page = 1 << 16
        let start = unsafe UInt(bitPattern: base + released.nodes)
        let end = unsafe UInt(bitPattern: base + min(index, count))
        released = (index, elements)
        // Only whole blocks of 64 KiB, a multiple of every page size, are released.
        let first = (start + UInt(page) - 1) & ~UInt(page - 1)
        let last = end & ~UInt(page - 1)
        guard last > first, let address = unsafe UnsafeMutableRawPointer(bitPattern: first) else {
            return
        }
        #if canImport(Darwin)
        _ = unsafe madvise(address, Int(last - first), MADV_FREE)
        #else
        _ = unsafe madvise(address, Int(last - first), MADV_DONTNEED)
        #endif
    }
}

// A single call fills a tree and may mark or release nodes; other threads see the tree only
// afterwards, when it no longer changes.
extension NodeTree: @unchecked Sendable {}
