// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parent of each node of a document; the path to a node is found by following its parents up
/// to the root.
///
/// All parents are found in one walk when a path is first requested, because a model that tries one
/// type after another may cause and catch an error at every node.
struct NodePlaces: Sendable {
    /// The container of each node, or `nothing` for the root.
    private var parents: [UInt32]
    /// The position of each value in its container; a key has the position of its value.
    private var positions: [UInt32]

    private static let nothing = UInt32.max

    init(_ nodes: NodeTree) {
        parents = [UInt32](repeating: Self.nothing, count: nodes.count)
        positions = [UInt32](repeating: 0, count: nodes.count)
        // Positions in the root also count the elements whose nodes have been freed.
        var open = [(container: 0, next: UInt32(truncatingIfNeeded: nodes.released.elements))]
        if !nodes[0].isContainer { open.removeLast() }
        for index in nodes.released.nodes..<max(nodes.count, nodes.released.nodes) {
            let node = nodes[index]
            while let last = open.last, index >= nodes[last.container].end { open.removeLast() }
            if let last = open.last {
                parents[index] = UInt32(truncatingIfNeeded: last.container)
                positions[index] = last.next
                if node.kind != .key { open[open.count - 1].next &+= 1 }
            }
            if node.isContainer { open.append((index, 0)) }
        }
    }

    /// Returns the container of a node and the node's position in it; `nil` for the root.
    func place(of index: Int) -> (parent: Int, position: Int)? {
        guard parents.indices.contains(index), parents[index] != Self.nothing else { return nil }
        return (Int(parents[index]), Int(positions[index]))
    }
}
