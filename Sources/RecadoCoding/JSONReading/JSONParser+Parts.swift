// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
    /// Some elements of the array that is the root, as a tree of their own.
    struct Part {
        /// An array and its elements.
        var nodes: [Document.Node]
        /// The number of the elements before them.
        let first: Int
    }

    /// The nodes for which a part has room: 1 MiB.
    static let partCount = 1 << 16

    /// Reads a text whose root is an array into parts, which can be given back one by one.
    ///
    /// A part ends before the element for which its room, a number of nodes, is too small; what was read
    /// of that one moves to the next.
    mutating func parts(room: Int) throws(Problem) -> [Part] {
        var parts: [Part] = []
        var nodes: [Document.Node] = []
        var capacity = max(room, 4)
        var (first, total) = (0, 0)
        while true {
            let isDone = try fill(&nodes, capacity)
            let (end, elements) = isDone ? (nodes.count, nodes[0].count) : complete(nodes)
            guard isDone || elements > first else {
                // An element is larger than a part: room for all that is left, up to the limit.
                let most = max(limits.nodes - total, 0).addingReportingOverflow(4)
                guard most.overflow || capacity < most.partialValue else {
                    throw Problem(.nodes, position)
                }
                capacity = max(capacity * 2, (lexer.source.count - position) / 8)
                if !most.overflow { capacity = min(capacity, most.partialValue) }
                continue
            }
            total += end
            guard total <= limits.nodes else { throw Problem(.nodes, position) }
            let rest = isDone ? [] : rest(of: nodes, from: end)
            try settle(&nodes, before: end)
            nodes.removeLast(nodes.count - end)
            nodes[0].payload = Document.Node.payload(
                length: end,
                high: UInt32(truncatingIfNeeded: elements - first)
            )
            parts.append(Part(nodes: nodes, first: first))
            if isDone { return parts }
            // What is left of a part that grew may be more than one has room for.
            (nodes, first, capacity) = (rest, elements, max(room, rest.count + 4))
        }
    }

    /// Reads on behind nodes that were written before; returns whether the text has ended.
    private mutating func fill(
        _ nodes: inout [Document.Node],
        _ capacity: Int
    ) throws(Problem) -> Bool {
        var isDone = false
        var problem: Problem?
        let filled = nodes
        nodes = unsafe [Document.Node](unsafeUninitializedCapacity: capacity) { room, count in
            _ = unsafe room.initialize(fromContentsOf: filled)
            do throws(Problem) {
                isDone = try unsafe run(into: room) == .done
                count = self.count
            } catch {
                problem = error
            }
        }
        if let problem { throw problem }
        return isDone
    }

    /// The index behind the elements of the root that are complete, and their number from the first on.
    private func complete(_ nodes: [Document.Node]) -> (end: Int, elements: Int) {
        guard open.node != 0 else { return (nodes.count, open.count) }
        var node = open.node
        while true {
            // The node of an open container holds the index of the one around it.
            let outer = nodes[node].end
            if outer == 0 { return (node, nodes[node].count) }
            node = outer
        }
    }

    /// The nodes of the element that is not complete, behind the node of the root.
    private mutating func rest(of nodes: [Document.Node], from end: Int) -> [Document.Node] {
        let shift = end - 1
        var rest = [nodes[0]] + nodes[end...]
        for index in rest.indices.dropFirst() where rest[index].isContainer {
            // That of the element itself, if it is one, names the root.
            if rest[index].end > 0 { rest[index].payload -= UInt64(shift) }
        }
        if open.node != 0 { open.node -= shift }
        count = rest.count
        return rest
    }

    /// Compares the keys of the large objects of a part; those behind its end belong to the next.
    private mutating func settle(
        _ nodes: inout [Document.Node],
        before end: Int
    ) throws(Problem) {
        guard !largeObjects.isEmpty else { return }
        let later = largeObjects.filter { $0 >= end }.map { $0 - end + 1 }
        largeObjects.removeAll { $0 >= end }
        try unsafe nodes.withUnsafeMutableBufferPointer { room throws(Problem) in
            try unsafe settleLargeObjects(Tree(nodes: room, count: end))
        }
        largeObjects = later
    }
}
