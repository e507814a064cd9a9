// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The encoder of one value, and its container for a single value; it consists only of its token.
protocol ValueWriting: Encoder, SingleValueEncodingContainer {
    associatedtype Target: Sink
    var token: Token<Target> { get }
}

extension ValueWriting {
    private var writer: Writer<Target> { token.writer }

    var codingPath: [any CodingKey] { token.path }

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
    private func write(_ value: some FixedWidthInteger & SignedInteger) throws {
        let token = token
        try token.with { writer in
            guard try writer.claim(token.level, token.serial) else { return }
            writer.write(Int64(truncatingIfNeeded: value))
        }
    }

    @inline(__always)
    private func write(_ value: some FixedWidthInteger & UnsignedInteger) throws {
        let token = token
        try token.with { writer in
            guard try writer.claim(token.level, token.serial) else { return }
            writer.write(UInt64(truncatingIfNeeded: value))
        }
    }

    @inline(__always)
    private func write(_ scalar: Scalar) throws {
        let token = token
        try token.with { writer in
            let length = writer.output.count
            guard try writer.claim(token.level, token.serial) else { return }
            do {
                try writer.write(scalar)
            } catch {
                writer.takeBack(valueOf: token, to: length)
                throw error
            }
        }
    }

    func encodeNil() throws { try write(.null) }

    @inline(__always)
    func encode(_ value: Bool) throws {
        let token = token
        try token.with { writer in
            guard try writer.claim(token.level, token.serial) else { return }
            writer.write(value)
        }
    }

    @inline(__always)
    func encode(_ value: String) throws {
        let token = token
        try token.with { writer in
            guard try writer.claim(token.level, token.serial) else { return }
            writer.write(value)
        }
    }

    @inline(__always)
    func encode(_ value: Double) throws { try write(.double(value)) }

    @inline(__always)
    func encode(_ value: Float) throws { try write(.float(value)) }

    @inline(__always)
    func encode(_ value: Int) throws { try write(value) }

    @inline(__always)
    func encode(_ value: Int8) throws { try write(value) }

    @inline(__always)
    func encode(_ value: Int16) throws { try write(value) }

    @inline(__always)
    func encode(_ value: Int32) throws { try write(value) }

    @inline(__always)
    func encode(_ value: Int64) throws { try write(value) }

    func encode(_ value: Int128) throws { try write(Scalar(value)) }

    @inline(__always)
    func encode(_ value: UInt) throws { try write(value) }

    @inline(__always)
    func encode(_ value: UInt8) throws { try write(value) }

    @inline(__always)
    func encode(_ value: UInt16) throws { try write(value) }

    @inline(__always)
    func encode(_ value: UInt32) throws { try write(value) }

    @inline(__always)
    func encode(_ value: UInt64) throws { try write(value) }

    func encode(_ value: UInt128) throws { try write(Scalar(value)) }

    @inline(__always)
    func encode<Model: Encodable>(_ value: Model) throws {
        let token = token
        try token.with { writer in
            let length = writer.output.count
            guard try writer.claim(token.level, token.serial) else { return }
            do {
                try writer.write(value)
            } catch {
                writer.takeBack(valueOf: token, to: length)
                throw error
            }
        }
    }
}
