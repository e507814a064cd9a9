// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

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
                // Children with the same name form an array. The whole array was read at the first
                // child, so the others are skipped.
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
        // In an untyped format, such as a form, an empty field is an empty string if the type is
        // `String`, otherwise `nil`.
        if context.isAbsent(index), Wrapped.self != String.self { return nil }
        return try context.value(Wrapped.self, index)
    }

    static var absent: Wrapped?? { nil }
}
