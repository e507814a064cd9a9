// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Array: ContainerlessDecodable where Element: Decodable {
    static func read(_ context: TreeDecoder, _ index: Int) throws -> [Element] {
        try read(context, index) { try $0.value(Element.self, $1) }
    }

    /// Reads the elements in place, one by one with the given function.
    @inline(__always)
    static func read(
        _ context: TreeDecoder,
        _ index: Int,
        _ element: (TreeDecoder, Int) throws -> Element
    ) throws -> [Element] {
        if Element.self == UInt8.self, let bytes = try context.rawBytes(index) {
            return unsafe unsafeBitCast(bytes, to: [Element].self)
        }
        let node = context.node(index)
        // The standard library (6.3) writes the count into the empty array that all threads share.
        guard node.kind == .array, node.count > 0,
            hasRoom(for: node.count, of: context.state.view.bytes.count)
        else { return try readEach(context, index, element) }
        return try unsafe [Element](unsafeUninitializedCapacity: node.count) { room, count in
            // The count is right after each step, and so if the next one throws.
            var next = index + 1
            var kept = context.beginReleasing(at: index) ?? .max
            while next < node.end, count < room.count {
                unsafe room.initializeElement(at: count, to: try element(context, next))
                count += 1
                next = context.end(of: next)
                if next > kept { kept = context.release(before: next, elements: count) }
            }
        }
    }

    /// Whether there may be room for all elements at once: a model may take far more of it than its
    /// text, which is perhaps a `0` that it refuses.
    static func hasRoom(for count: Int, of bytes: Int) -> Bool {
        let needed = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        return !needed.overflow && needed.partialValue / 16 <= bytes
    }

    /// Reads the elements of any list, with more room each time it runs out.
    @inline(never)
    private static func readEach(
        _ context: TreeDecoder,
        _ index: Int,
        _ element: (TreeDecoder, Int) throws -> Element
    ) throws -> [Element] {
        guard var places = context.elements(of: index) else {
            throw context.mismatch(Self.self, index)
        }
        var elements: [Element] = []
        if hasRoom(for: places.count, of: context.state.view.bytes.count) {
            elements.reserveCapacity(places.count)
        }
        while let next = places.entered(in: context) {
            elements.append(try element(context, next))
            places.advance(in: context)
        }
        return elements
    }

    static var absent: [Element]? { [] }
}

extension Dictionary: ContainerlessDecodable where Key == String, Value: Decodable {
    static func read(_ context: TreeDecoder, _ index: Int) throws -> [String: Value] {
        let node = context.node(index)
        let isMarkup = context.notation.isMarkup
        // An empty element of XML is a dictionary without members.
        if isMarkup, node.kind == .text, node.length == 0 { return [:] }
        guard node.kind == .object else { throw context.mismatch(Self.self, index) }
        var members: [String: Value] = [:]
        members.reserveCapacity(node.count)
        var count = 0
        var next = index + 1
        while next < node.end {
            let key = context.node(next)
            let name = isMarkup ? XMLNotation.name(of: key, in: context) : context.text(of: key)
            guard name.isStreamSafe else { throw context.unsafeKey(next + 1) }
            if isMarkup, let place = members.index(forKey: name) {
                // Of the children of one name the first stands for all: an
                // array reads the others with it.
                guard members.keys[place].hasSameBytes(as: name) else {
                    throw context.equivalent(next + 1)
                }
            } else if !key.isShadowed {
                members[name] = try context.value(Value.self, next + 1)
                count += 1
                guard members.count == count else { throw context.equivalent(next + 1) }
            }
            next = context.end(of: next + 1)
        }
        return members
    }

    static var absent: [String: Value]? { nil }
}

extension Optional: ContainerlessDecodable where Wrapped: Decodable {
    static func read(_ context: TreeDecoder, _ index: Int) throws -> Wrapped? {
        if context.isNull(index) { return nil }
        // What is left empty in an untyped format is a string, and nothing else.
        if context.isAbsent(index), Wrapped.self != String.self { return nil }
        return try context.value(Wrapped.self, index)
    }

    static var absent: Wrapped?? { nil }
}
