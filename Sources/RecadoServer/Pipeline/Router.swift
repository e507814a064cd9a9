// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// Finds what answers a path: a tree with a level for each segment.
///
/// A literal segment beats a parameter. Where the literal's branch has no answer for the method, the
/// parameter's is tried, so that `GET /films/top` and `PUT /films/{id}` live side by side.
struct Router<Target: Sendable>: Sendable {
    private struct Node: Sendable {
        var literals: [(text: String, node: Int)] = []
        var parameter: Int?
        var targets: [(method: Method, target: Target)] = []
    }

    /// What was found for a path.
    enum Match {
        /// The target, and the segments that stand for parameters, still escaped.
        case found(Target, parameters: [Substring])
        /// The path is known, but not with this method.
        case otherMethods([Method])
        /// The path is unknown.
        case unknown
    }

    private var nodes = [Node()]

    /// Adds a target for a method and a path.
    mutating func add(_ target: Target, method: Method, path: [Route.Segment]) {
        var at = 0
        // The root is no segment, and a slash at the end does not count.
        for segment in path where segment != .literal("") {
            at =
                switch segment {
                case .literal(let text): literal(text, of: at)
                case .parameter: parameter(of: at)
                }
        }
        nodes[at].targets.append((method, target))
    }

    private mutating func literal(_ text: String, of node: Int) -> Int {
        if let known = nodes[node].literals.first(where: { $0.text == text }) { return known.node }
        nodes.append(Node())
        nodes[node].literals.append((text, nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func parameter(of node: Int) -> Int {
        if let known = nodes[node].parameter { return known }
        nodes.append(Node())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }

    // MARK: - Matching

    /// Finds what answers a method on an escaped path.
    ///
    /// One slash at the end does not count.
    func match(_ method: Method, _ path: Substring) -> Match {
        guard path.utf8.first == UInt8(ascii: "/") else { return .unknown }
        var rest = path.dropFirst()
        if rest.utf8.last == UInt8(ascii: "/") { rest = rest.dropLast() }
        var search = Search(method: method)
        if rest.isEmpty { finish(at: 0, &search) } else { descend(from: 0, rest, &search) }
        if let target = search.target { return .found(target, parameters: search.parameters) }
        return search.others.isEmpty ? .unknown : .otherMethods(search.others)
    }

    private struct Search {
        let method: Method
        var parameters: [Substring] = []
        var target: Target?
        var others: [Method] = []
    }

    /// The depth is that of the tree, whatever the length of the path.
    private func descend(from node: Int, _ rest: Substring, _ search: inout Search) {
        let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/"))
        let segment = slash.map { rest[..<$0] } ?? rest
        let remainder = slash.map { rest[rest.utf8.index(after: $0)...] }
        for literal in nodes[node].literals where matches(segment, literal.text) {
            advance(to: literal.node, remainder, &search)
            if search.target != nil { return }
        }
        guard let parameter = nodes[node].parameter, !segment.isEmpty else { return }
        search.parameters.append(segment)
        advance(to: parameter, remainder, &search)
        if search.target == nil { search.parameters.removeLast() }
    }

    private func advance(to node: Int, _ remainder: Substring?, _ search: inout Search) {
        if let remainder {
            descend(from: node, remainder, &search)
        } else {
            finish(at: node, &search)
        }
    }

    private func finish(at node: Int, _ search: inout Search) {
        for (method, target) in nodes[node].targets where method == search.method {
            search.target = target
            return
        }
        search.others += nodes[node].targets.map(\.method)
    }

    private func matches(_ segment: Substring, _ literal: String) -> Bool {
        // Bytes, not strings: strings are equal when they only look alike.
        if segment.utf8.elementsEqual(literal.utf8) { return true }
        guard segment.utf8.contains(UInt8(ascii: "%")) else { return false }
        return PercentEncoding.decode(segment)?.utf8.elementsEqual(literal.utf8) ?? false
    }
}
