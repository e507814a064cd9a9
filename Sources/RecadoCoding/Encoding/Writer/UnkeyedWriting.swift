// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An unkeyed container that writes elements immediately.
protocol UnkeyedWriting: UnkeyedEncodingContainer, PlainWriting {}

extension UnkeyedWriting {
    var count: Int { writer.count(of: token) }

    @inline(__always)
    func put(_ body: (Writer<Target>) throws -> Void) throws {
        let token = token
        try token.with { writer in
            guard let length = try writer.begin(token.level, token.serial) else { return }
            do {
                try body(writer)
            } catch {
                writer.takeBack(token, to: length)
                throw error
            }
        }
    }

    func encode(_ value: Int128) throws { try put { try $0.write(Scalar(value)) } }

    func encode(_ value: UInt128) throws { try put { try $0.write(Scalar(value)) } }

    // MARK: - Nesting

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        Target.members(of: nested(isObject: true), keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        Target.elements(of: nested(isObject: false))
    }

    private func nested(isObject: Bool) -> Token<Target> {
        guard (try? writer.begin(token.level, token.serial)) != nil else {
            return writer.void(after: token)
        }
        return writer.openContainer(isObject: isObject)
    }

    func superEncoder() -> any Encoder {
        let isBegun = (try? writer.begin(token.level, token.serial)) != nil
        return Target.encoder(for: isBegun ? writer.promise() : writer.void(after: token))
    }
}
