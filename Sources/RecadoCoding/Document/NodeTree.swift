// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The nodes of a document in document order, and the only owner of the memory that they are in.
///
/// One call fills it, marks nodes and gives some back; threads share it only when that is over.
@safe
final class NodeTree {
    typealias Node = Document.Node

    private var base: UnsafeMutablePointer<Node>
    private var capacity: Int
    private(set) var count = 0
    /// The nodes before this one are gone: see ``release(before:elements:)``.
    private(set) var released = (nodes: 1, elements: 0)

    /// Creates an empty tree with room for a number of nodes.
    init(capacity: Int) {
        self.capacity = max(capacity, 4)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit { unsafe base.deallocate() }

    /// The node at an index, which has to be smaller than `count`.
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

    /// The index behind the subtree of a node.
    func end(of index: Int) -> Int { self[index].end(at: index) }

    // MARK: - Reading

    /// The nodes with the texts that they name, for as long as a call lasts that holds
    /// this tree and lends the texts.
    @inline(__always)
    func view(over bytes: ByteReader, side: ByteReader) -> NodeView {
        unsafe NodeView(UnsafePointer(base), count, bytes, side)
    }

    // MARK: - Filling

    /// Lets a parser fill the tree, with more room each time it runs out.
    ///
    /// - Parameters:
    ///   - expected: The nodes for which there is room at first.
    ///   - limit: The nodes for which there may be room at most.
    ///   - read: Reads on, and tells if it is done; otherwise it needs more room.
    /// - Returns: If the parser was done, and did not need more room than there may be.
    /// - Throws: The errors of the parser; the nodes are then those of no document.
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
            // What was read before an error is part of no document.
            defer { count = room.count }
            if try read(&room) { return true }
            guard capacity < limit else { return false }
            count = room.count
            grow(to: min(capacity * 2, limit))
        }
    }

    /// Forgets all nodes; memory for more than a number of them is given back.
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

    /// The nodes after which it is worth while to give memory back: 1 MiB.
    static let releasedNodes = 1 << 16

    /// Gives back the memory of elements of the root that nobody will read again.
    ///
    /// The root itself stays; of the nodes that are gone nothing may be read from here on.
    ///
    /// - Parameters:
    ///   - index: The index of the first element that stays.
    ///   - elements: The number of elements before it.
    func release(before index: Int, elements: Int) {
        let page = 1 << 16
        let start = unsafe UInt(bitPattern: base + released.nodes)
        let end = unsafe UInt(bitPattern: base + min(index, count))
        released = (index, elements)
        // Whole pages, whatever their size: the nodes at both ends keep theirs.
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

// One call fills a tree, marks its nodes and gives some back; only then may other threads
// see it, and nothing changes.
extension NodeTree: @unchecked Sendable {}
