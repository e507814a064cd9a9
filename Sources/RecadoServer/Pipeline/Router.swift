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
        var literals: [(text: [UInt8], node: Int)] = []
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

    /// Everything that can be found.
    var targets: [Target] { nodes.flatMap { $0.targets.map(\.target) } }

    /// Adds a target for a method and a path.
    mutating func add(_ target: Target, method: Method, path: [Route.Segment]) {
        var at = 0
        // The root is no segment, and a slash at the end does not count.
        for segment in path where segment != .literal("") {
            at =
                switch segment {
                case .literal(let text): literal(Array(text.utf8), of: at)
                case .parameter: parameter(of: at)
                }
        }
        nodes[at].targets.append((method, target))
    }

    private mutating func literal(_ text: [UInt8], of node: Int) -> Int {
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
        // Bytes, not strings: strings are equal when they only look alike.
        let bytes = path.utf8Span.span
        guard !bytes.isEmpty, bytes[0] == UInt8(ascii: "/") else { return .unknown }
        var end = bytes.count
        if end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        var search = Search(method: method)
        if end == 1 {
            finish(at: 0, &search)
        } else {
            descend(from: 0, bytes, 1..<end, &search)
        }
        guard let target = search.target else {
            return search.others.isEmpty ? .unknown : .otherMethods(search.others)
        }
        return .found(target, parameters: search.parameters.map { path.part($0) })
    }

    private struct Search {
        let method: Method
        /// The places of the parameters in the path.
        var parameters: [Range<Int>] = []
        var target: Target?
        var others: [Method] = []
    }

    /// The depth is that of the tree, whatever the length of the path.
    private func descend(
        from node: Int,
        _ bytes: Span<UInt8>,
        _ rest: Range<Int>,
        _ search: inout Search
    ) {
        var end = rest.lowerBound
        while end < rest.upperBound, bytes[end] != UInt8(ascii: "/") { end += 1 }
        let segment = rest.lowerBound..<end
        let remainder = end < rest.upperBound ? end + 1..<rest.upperBound : nil
        for literal in nodes[node].literals where matches(bytes, segment, literal.text) {
            advance(to: literal.node, bytes, remainder, &search)
            if search.target != nil { return }
        }
        guard let parameter = nodes[node].parameter, !segment.isEmpty else { return }
        search.parameters.append(segment)
        advance(to: parameter, bytes, remainder, &search)
        if search.target == nil { search.parameters.removeLast() }
    }

    private func advance(
        to node: Int,
        _ bytes: Span<UInt8>,
        _ remainder: Range<Int>?,
        _ search: inout Search
    ) {
        if let remainder {
            descend(from: node, bytes, remainder, &search)
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

    private func matches(
        _ bytes: Span<UInt8>,
        _ segment: Range<Int>,
        _ literal: [UInt8]
    ) -> Bool {
        var at = segment.lowerBound
        var isEscaped = false
        var isEqual = segment.count == literal.count
        while at < segment.upperBound {
            if bytes[at] == UInt8(ascii: "%") { isEscaped = true }
            if isEqual, bytes[at] != literal[at - segment.lowerBound] { isEqual = false }
            at += 1
        }
        if isEqual || !isEscaped { return isEqual }
        return PercentEncoding.decode(bytes.text(in: segment))?.utf8.elementsEqual(literal) ?? false
    }
}

extension Substring {
    /// The part between two places, counted in bytes.
    func part(_ range: Range<Int>) -> Substring {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return self[start..<utf8.index(start, offsetBy: range.count)]
    }
}
