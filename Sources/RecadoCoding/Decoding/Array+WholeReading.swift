// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Array: WholeReading where Element: Decodable {
    static func read(_ context: DecodingContext, _ index: Int) throws -> [Element] {
        try read(context, index) { try $0.value(Element.self, $1) }
    }

    /// Reads the elements in place, one by one with the given function.
    @inline(__always)
    static func read(
        _ context: DecodingContext,
        _ index: Int,
        _ element: (DecodingContext, Int) throws -> Element
    ) throws -> [Element] {
        if Element.self == UInt8.self, let bytes = context.rawBytes(index) {
            return unsafe unsafeBitCast(bytes, to: [Element].self)
        }
        let node = context.node(index)
        guard node.kind == .array else {
            // A form writes a list of one like a scalar.
            guard node.kind == .text || context.isFile(index) else {
                throw context.mismatch(Self.self, index)
            }
            return [try element(context, index)]
        }
        return try unsafe [Element](unsafeUninitializedCapacity: node.count) { room, count in
            // The count is right after each step, and so if the next one throws.
            var next = index + 1
            while next < node.end, count < room.count {
                unsafe room.initializeElement(at: count, to: try element(context, next))
                count += 1
                next = context.end(of: next)
            }
        }
    }

    static var absent: [Element]? { [] }
}

extension Dictionary: WholeReading where Key == String, Value: Decodable {
    static func read(_ context: DecodingContext, _ index: Int) throws -> [String: Value] {
        let node = context.node(index)
        guard node.kind == .object else { throw context.mismatch(Self.self, index) }
        var members: [String: Value] = [:]
        members.reserveCapacity(node.count)
        var next = index + 1
        while next < node.end {
            let key = context.node(next)
            if !key.isShadowed {
                members[context.text(of: key)] = try context.value(Value.self, next + 1)
            }
            next = context.end(of: next + 1)
        }
        return members
    }

    static var absent: [String: Value]? { nil }
}
