// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Finds the members through which a struct would contain itself.
struct RecursionMarks {
    private let edges: [[Int]]
    private var index: [Int: Int] = [:]
    private var low: [Int: Int] = [:]
    private var stack: [Int] = []
    private var onStack: Set<Int> = []
    private var component: [Int: Int] = [:]
    private var components = 0

    /// Marks the members that need the wrapper `@Indirect`.
    static func mark(_ declarations: inout [ModelDeclaration]) {
        var marks = RecursionMarks(declarations)
        for number in declarations.indices where marks.index[number] == nil { marks.visit(number) }
        for number in declarations.indices {
            guard case .structure(var members, let additional) = declarations[number].shape else {
                continue
            }
            for (position, member) in members.enumerated() {
                guard case .model(let target) = member.use.type.withoutOptional,
                    marks.component[target] == marks.component[number],
                    !member.isRequired || member.use.isNullable
                else { continue }
                members[position].isIndirect = true
            }
            declarations[number].shape = .structure(members, additional: additional)
        }
    }

    private init(_ declarations: [ModelDeclaration]) {
        edges = declarations.map { declaration in
            guard case .structure(let members, _) = declaration.shape else { return [] }
            return members.compactMap { member in
                if case .model(let target) = member.use.type.withoutOptional { target } else { nil }
            }
        }
    }

    /// Finds cycles with Tarjan's algorithm, without recursion.
    private mutating func visit(_ start: Int) {
        var work: [(node: Int, next: Int)] = [(start, 0)]
        enter(start)
        while let (node, next) = work.last {
            if next < edges[node].count {
                work[work.count - 1].next += 1
                let target = edges[node][next]
                if index[target] == nil {
                    enter(target)
                    work.append((target, 0))
                } else if onStack.contains(target) {
                    low[node] = min(low[node] ?? 0, index[target] ?? 0)
                }
            } else {
                work.removeLast()
                if let parent = work.last?.node {
                    low[parent] = min(low[parent] ?? 0, low[node] ?? 0)
                }
                if low[node] == index[node] { close(node) }
            }
        }
    }

    private mutating func enter(_ node: Int) {
        let position = index.count
        index[node] = position
        low[node] = position
        stack.append(node)
        onStack.insert(node)
    }

    private mutating func close(_ node: Int) {
        var size = 0
        while let last = stack.popLast() {
            onStack.remove(last)
            component[last] = components
            size += 1
            if last == node { break }
        }
        // A strongly connected component of a single struct is a cycle only if the struct refers to
        // itself.
        if size == 1, !edges[node].contains(node) { component[node] = -1 - node }
        components += 1
    }
}
