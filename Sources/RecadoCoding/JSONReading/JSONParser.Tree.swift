// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
    /// The room for nodes and how much of it is taken.
    @safe
    struct Tree {
        private let nodes: UnsafeMutableBufferPointer<Document.Node>
        private(set) var count: Int

        init(nodes: UnsafeMutableBufferPointer<Document.Node>, count: Int) {
            unsafe self.nodes = nodes
            self.count = count
        }

        /// Whether two more nodes fit.
        @inline(__always) var hasRoom: Bool { unsafe count &+ 2 <= nodes.count }

        /// Adds a node; there must be room.
        @inline(__always)
        mutating func append(_ node: Document.Node) {
            unsafe nodes.baseAddress.unsafelyUnwrapped[count] = node
            count &+= 1
        }

        /// The node at an index below `count`.
        @inline(__always)
        subscript(index: Int) -> Document.Node {
            get { unsafe nodes.baseAddress.unsafelyUnwrapped[index] }
            nonmutating set { unsafe nodes.baseAddress.unsafelyUnwrapped[index] = newValue }
        }
    }
}
