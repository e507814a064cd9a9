// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoWire

/// A tree that finds the target for a path, with a level for each segment.
///
/// A literal segment takes precedence over a parameter. If the literal's branch has no target for
/// the method, the parameter's branch is tried, so that `GET /films/top` and `PUT /films/{id}` can
/// coexist.
struct Router<Target: Sendable>: Sendable {
    // Lists are linked by indices into the arrays of the tree, so that traversing them needs no
    // reference counting.

    private struct Node: Sendable, BitwiseCopyable {
        var firstLiteral: Int?
        var parameter: Int?
        var firstTarget: Int?
    }

    private struct Literal: Sendable, BitwiseCopyable {
        /// The position of the literal's text among all texts.
        let start: Int
        let count: Int
        let node: Int
        var next: Int?
    }

    private struct Entry: Sendable {
        let method: Method
        let target: Target
        var next: Int?
    }

    /// The result of looking a path up.
    enum Match {
        /// The target, and the segments that match parameters, not yet unescaped.
        case found(Target, parameters: [Substring])
        /// The path is known, but does not support the method.
        case otherMethods([Method])
        /// The path is unknown.
        case unknown
    }

    private var nodes = [Node()]
    private var literals: [Literal] = []
    private var texts: [UInt8] = []
    private var entries: [Entry] = []

    /// All targets.
    var targets: [Target] { entries.map(\.target) }

    /// The methods of all targets.
    var methods: Set<Method> { Set(entries.map(\.method)) }

    /// Adds a target for a method and a path.
    mutating func add(_ target: Target, method: Method, path: [Route.Segment]) {
        var at = 0
        // The root is not a segment, and a trailing slash is ignored.
        for segment in path where segment != .literal("") {
            at =
                switch segment {
                case .literal(let text): literal(Array(text.utf8), of: at)
                case .parameter: parameter(of: at)
                }
        }
        entries.append(Entry(method: method, target: target))
        // The first target that was added for a method takes precedence.
        guard var last = nodes[at].firstTarget else {
            nodes[at].firstTarget = entries.count - 1
            return
        }
        while let next = entries[last].next { last = next }
        entries[last].next = entries.count - 1
    }

    private mutating func literal(_ text: [UInt8], of node: Int) -> Int {
        var last: Int?
        var at = nodes[node].firstLiteral
        while let place = at {
            let literal = literals[place]
            if texts[literal.start..<literal.start + literal.count].elementsEqual(text) {
                return literal.node
            }
            last = place
            at = literal.next
        }
        nodes.append(Node())
        literals.append(Literal(start: texts.count, count: text.count, node: nodes.count - 1))
        texts += text
        if let last {
            literals[last].next = literals.count - 1
        } else {
            nodes[node].firstLiteral = literals.count - 1
        }
        return nodes.count - 1
    }

    private mutating func parameter(of node: Int) -> Int {
        if let known = nodes[node].parameter { return known }
        nodes.append(Node())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }

    // MARK: - Matching

    /// Finds the target for a method and an escaped path.
    ///
    /// A trailing slash is ignored.
    func match(_ method: Method, _ path: Substring) -> Match {
        let search = search(method, path.utf8Span.span)
        guard let found = search.found else {
            return search.others.isEmpty ? .unknown : .otherMethods(search.others)
        }
        let parameters = search.parameters
        return .found(
            entries[found].target,
            parameters: parameters.isEmpty ? [] : parameters.map { path.part($0) }
        )
    }

    /// Finds the target for a method and a path without parameters and escapes; faster than
    /// ``match(_:_:)``.
    ///
    /// - Returns: The target; `nil` for every other path, even if it has a target.
    func literalTarget(_ method: Method, _ path: Span<UInt8>) -> Target? {
        guard !path.isEmpty, path[0] == UInt8(ascii: "/") else { return nil }
        var node = 0
        var start = 1
        while start < path.count {
            var end = start
            while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
            guard let next = literalChild(of: node, path.extracting(start..<end)) else {
                return nil
            }
            node = next
            start = end + 1
        }
        var at = nodes[node].firstTarget
        while let place = at {
            if entries[place].method == method { return entries[place].target }
            at = entries[place].next
        }
        return nil
    }

    private func literalChild(of node: Int, _ segment: Span<UInt8>) -> Int? {
        var at = nodes[node].firstLiteral
        while let place = at {
            let literal = literals[place]
            if literal.count == segment.count {
                var offset = 0
                while offset < segment.count, segment[offset] == texts[literal.start + offset] {
                    offset += 1
                }
                if offset == segment.count { return literal.node }
            }
            at = literal.next
        }
        return nil
    }

    // Bytes are compared, because strings with different bytes can be equal.

    private func search(_ method: Method, _ bytes: Span<UInt8>) -> Search {
        var search = Search(method: method)
        guard !bytes.isEmpty, bytes[0] == UInt8(ascii: "/") else { return search }
        var end = bytes.count
        if end > 1, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
        if end == 1 {
            finish(at: 0, &search)
        } else {
            descend(from: 0, bytes, 1..<end, &search)
        }
        return search
    }

    private struct Search {
        let method: Method
        /// The positions of the parameters in the path.
        var parameters: [Range<Int>] = []
        /// The index of the target among all targets.
        var found: Int?
        var others: [Method] = []
    }

    /// Descends into the tree.
    ///
    /// The recursion is at most as deep as the tree, however long the path is.
    private func descend(
        from node: Int,
        _ bytes: Span<UInt8>,
        _ rest: Range<Int>,
        _ search: inout Search
    ) {
        var end = rest.lowerBound
        var isEscaped = false
        while end < rest.upperBound, bytes[end] != UInt8(ascii: "/") {
            if bytes[end] == UInt8(ascii: "%") { isEscaped = true }
            end += 1
        }
        let segment = rest.lowerBound..<end
        let remainder = end < rest.upperBound ? end + 1..<rest.upperBound : nil
        var at = nodes[node].firstLiteral
        while let place = at {
            let literal = literals[place]
            if matches(bytes, segment, isEscaped: isEscaped, literal) {
                advance(to: literal.node, bytes, remainder, &search)
                if search.found != nil { return }
            }
            at = literal.next
        }
        guard let parameter = nodes[node].parameter, !segment.isEmpty else { return }
        search.parameters.append(segment)
        advance(to: parameter, bytes, remainder, &search)
        if search.found == nil { search.parameters.removeLast() }
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
        var at = nodes[node].firstTarget
        while let place = at {
            if entries[place].method == search.method {
                search.found = place
                return
            }
            at = entries[place].next
        }
        at = nodes[node].firstTarget
        while let place = at {
            search.others.append(entries[place].method)
            at = entries[place].next
        }
    }

    private func matches(
        _ bytes: Span<UInt8>,
        _ segment: Range<Int>,
        isEscaped: Bool,
        _ literal: Literal
    ) -> Bool {
        guard isEscaped || segment.count == literal.count else { return false }
        let text = texts.span.extracting(literal.start..<literal.start + literal.count)
        var offset = 0
        while offset < segment.count, offset < text.count,
            bytes[segment.lowerBound + offset] == text[offset]
        { offset += 1 }
        if offset == segment.count, offset == text.count { return true }
        guard isEscaped else { return false }
        guard let decoded = PercentEncoding.decode(bytes.text(in: segment)) else { return false }
        return decoded.utf8.elementsEqual(
            texts[literal.start..<literal.start + literal.count]
        )
    }
}

extension Substring {
    /// Returns the part in a range of byte positions.
    func part(_ range: Range<Int>) -> Substring {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return self[start..<utf8.index(start, offsetBy: range.count)]
    }
}
