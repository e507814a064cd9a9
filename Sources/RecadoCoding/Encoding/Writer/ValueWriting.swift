// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The encoder of one value, which is also its single value container.
protocol ValueWriting: Encoder, SingleValueEncodingContainer, PlainWriting {}

extension ValueWriting {
    var userInfo: [CodingUserInfoKey: Any] { token.userInfo }

    @inline(__always)
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let token = token
        return token.with { writer in
            if let kept = writer.reopen(token, keyedBy: type) { return kept.copy() }
            return writer.newContainer(of: token, keyedBy: type)
        }
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let token = token
        return Target.elements(of: token.with { $0.openContainer(isObject: false, of: token) })
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    // MARK: - A single value

    @inline(__always)
    func put(_ body: (Writer<Target>) throws -> Void) throws {
        let token = token
        try token.with { writer in
            let length = writer.output.count
            guard try writer.claim(token.level, token.serial) else { return }
            do {
                try body(writer)
            } catch {
                writer.takeBack(valueOf: token, to: length)
                throw error
            }
        }
    }

    func encode(_ value: Int128) throws { try put { try $0.write(Scalar(value)) } }

    func encode(_ value: UInt128) throws { try put { try $0.write(Scalar(value)) } }
}
