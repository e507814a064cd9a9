// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A container of members that writes them at once.
///
/// A conforming type consists only of its token. The methods are here and are inlined into its
/// witnesses, where the sink is known.
protocol KeyedWriting: KeyedEncodingContainerProtocol {
    associatedtype Target: Sink
    var token: Token<Target> { get }
    /// The names of the keys, if they are prepared.
    var names: KeyNames? { get }
}

extension KeyedWriting {
    private var writer: Writer<Target> { token.writer }

    var codingPath: [any CodingKey] { token.path }

    @inline(__always)
    private func write(_ value: some FixedWidthInteger & SignedInteger, _ key: Key) throws {
        let token = token
        try token.with { writer in
            guard try writer.begin(token, key, names) != nil else {
                return
            }
            writer.write(Int64(truncatingIfNeeded: value))
        }
    }

    @inline(__always)
    private func write(_ value: some FixedWidthInteger & UnsignedInteger, _ key: Key) throws {
        let token = token
        try token.with { writer in
            guard try writer.begin(token, key, names) != nil else {
                return
            }
            writer.write(UInt64(truncatingIfNeeded: value))
        }
    }

    @inline(__always)
    private func write(_ scalar: Scalar, _ key: Key) throws {
        let token = token
        try token.with { writer in
            let begun = try writer.begin(token, key, names)
            guard let length = begun else { return }
            do {
                try writer.write(scalar)
            } catch {
                writer.takeBack(token, to: length)
                throw error
            }
        }
    }

    func encodeNil(forKey key: Key) throws { try write(.null, key) }

    @inline(__always)
    func encode(_ value: Bool, forKey key: Key) throws {
        let token = token
        try token.with { writer in
            guard try writer.begin(token, key, names) != nil else {
                return
            }
            writer.write(value)
        }
    }

    @inline(__always)
    func encode(_ value: String, forKey key: Key) throws {
        let token = token
        try token.with { writer in
            guard try writer.begin(token, key, names) != nil else {
                return
            }
            writer.write(value)
        }
    }

    @inline(__always)
    func encode(_ value: Double, forKey key: Key) throws { try write(.double(value), key) }

    @inline(__always)
    func encode(_ value: Float, forKey key: Key) throws { try write(.float(value), key) }

    @inline(__always)
    func encode(_ value: Int, forKey key: Key) throws { try write(value, key) }

    @inline(__always)
    func encode(_ value: Int8, forKey key: Key) throws { try write(value, key) }

    @inline(__always)
    func encode(_ value: Int16, forKey key: Key) throws { try write(value, key) }

    @inline(__always)
    func encode(_ value: Int32, forKey key: Key) throws { try write(value, key) }

    @inline(__always)
    func encode(_ value: Int64, forKey key: Key) throws { try write(value, key) }

    func encode(_ value: Int128, forKey key: Key) throws { try write(Scalar(value), key) }

    @inline(__always)
    func encode(_ value: UInt, forKey key: Key) throws { try write(value, key) }

    @inline(__always)
    func encode(_ value: UInt8, forKey key: Key) throws { try write(value, key) }

    @inline(__always)
    func encode(_ value: UInt16, forKey key: Key) throws { try write(value, key) }

    @inline(__always)
    func encode(_ value: UInt32, forKey key: Key) throws { try write(value, key) }

    @inline(__always)
    func encode(_ value: UInt64, forKey key: Key) throws { try write(value, key) }

    func encode(_ value: UInt128, forKey key: Key) throws { try write(Scalar(value), key) }

    @inline(__always)
    func encode<Model: Encodable>(_ value: Model, forKey key: Key) throws {
        let token = token
        try token.with { writer in
            let role = EncodingTraits.of(Model.self).with(\.role)
            if role == .flat { return try writer.writeFlat(value, token) }
            let begun = try writer.begin(token, key, names)
            guard let length = begun else { return }
            if role != .member { writer.sink.mark(role) }
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
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        Target.members(of: nested(isObject: true, key), keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        Target.elements(of: nested(isObject: false, key))
    }

    private func nested(isObject: Bool, _ key: Key) -> Token<Target> {
        guard (try? writer.begin(token, key, names)) != nil else {
            return writer.void(after: token)
        }
        return writer.openContainer(isObject: isObject)
    }

    func superEncoder() -> any Encoder {
        superEncoder((try? writer.begin(token.level, token.serial, text: "super")) != nil)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        superEncoder((try? writer.begin(token, key, names)) != nil)
    }

    private func superEncoder(_ isBegun: Bool) -> any Encoder {
        Target.encoder(for: isBegun ? writer.promise() : writer.void(after: token))
    }
}
