// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A container of elements that writes them at once; like ``KeyedWriting``, it consists only of its
/// token.
protocol UnkeyedWriting: UnkeyedEncodingContainer {
    associatedtype Target: Sink
    var token: Token<Target> { get }
}

extension UnkeyedWriting {
    private var writer: Writer<Target> { token.writer }

    var codingPath: [any CodingKey] { token.path }

    var count: Int { writer.count(of: token) }

    @inline(__always)
    private func write(_ value: some FixedWidthInteger & SignedInteger) throws {
        let token = token
        try token.with { writer in
            guard try writer.begin(token.level, token.serial) != nil else { return }
            writer.write(Int64(truncatingIfNeeded: value))
        }
    }

    @inline(__always)
    private func write(_ value: some FixedWidthInteger & UnsignedInteger) throws {
        let token = token
        try token.with { writer in
            guard try writer.begin(token.level, token.serial) != nil else { return }
            writer.write(UInt64(truncatingIfNeeded: value))
        }
    }

    @inline(__always)
    private func write(_ scalar: Scalar) throws {
        let token = token
        try token.with { writer in
            guard let length = try writer.begin(token.level, token.serial) else { return }
            do {
                try writer.write(scalar)
            } catch {
                writer.takeBack(token, to: length)
                throw error
            }
        }
    }

    func encodeNil() throws { try write(.null) }

    @inline(__always)
    func encode(_ value: Bool) throws {
        let token = token
        try token.with { writer in
            guard try writer.begin(token.level, token.serial) != nil else { return }
            writer.write(value)
        }
    }

    @inline(__always)
    func encode(_ value: String) throws {
        let token = token
        try token.with { writer in
            guard try writer.begin(token.level, token.serial) != nil else { return }
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
            guard let length = try writer.begin(token.level, token.serial) else { return }
            do {
                try writer.write(value)
            } catch {
                writer.takeBack(token, to: length)
                throw error
            }
        }
    }

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
