// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLTree {
    /// The room for nodes and how much of it is taken.
    @safe
    struct Room {
        private let nodes: UnsafeMutableBufferPointer<Node>
        private(set) var count: Int

        init(nodes: UnsafeMutableBufferPointer<Node>, count: Int) {
            unsafe self.nodes = nodes
            self.count = count
        }

        @inline(__always) var capacity: Int { unsafe nodes.count }

        /// Adds a node; there must be room.
        @inline(__always)
        mutating func append(_ node: Node) {
            unsafe nodes.baseAddress.unsafelyUnwrapped[count] = node
            count &+= 1
        }

        /// Takes back all nodes from an index on, or takes those that were set behind the last.
        mutating func resize(to count: Int) {
            self.count = count
        }

        /// The node at an index that has room.
        @inline(__always)
        subscript(index: Int) -> Node {
            get { unsafe nodes.baseAddress.unsafelyUnwrapped[index] }
            nonmutating set { unsafe nodes.baseAddress.unsafelyUnwrapped[index] = newValue }
        }
    }
}
