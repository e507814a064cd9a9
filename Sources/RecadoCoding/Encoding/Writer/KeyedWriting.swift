// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A keyed container that writes members immediately.
///
/// A conforming type stores only a token and the names. The shared methods are inlined into it,
/// where the sink is known.
protocol KeyedWriting: KeyedEncodingContainerProtocol {
    associatedtype Target: Sink
    var token: Token<Target> { get }
    /// The table with the names of the keys; `nil` if the key type has no such table.
    var names: KeyNames? { get }
}

extension KeyedWriting {
    private var writer: Writer<Target> { token.writer }

    var codingPath: [any CodingKey] { token.path }

    /// Begins a member and lets a function write its value; removes the member if the function
    /// throws.
    @inline(__always)
    private func put(_ key: Key, _ body: (Writer<Target>) throws -> Void) throws {
        let token = token
        try token.with { writer in
            guard let length = try writer.begin(token, key, names) else { return }
            do {
                try body(writer)
            } catch {
                writer.takeBack(token, to: length)
                throw error
            }
        }
    }

    func encodeNil(forKey key: Key) throws { try put(key) { try $0.write(.null) } }

    @inline(__always)
    func encode(_ value: Bool, forKey key: Key) throws { try put(key) { $0.write(value) } }

    @inline(__always)
    func encode(_ value: String, forKey key: Key) throws { try put(key) { $0.write(value) } }

    @inline(__always)
    func encode(_ value: Double, forKey key: Key) throws {
        try put(key) { try $0.write(.double(value)) }
    }

    @inline(__always)
    func encode(_ value: Float, forKey key: Key) throws {
        try put(key) { try $0.write(.float(value)) }
    }

    // Implements all integer types of up to 64 bits.
    @inline(__always)
    func encode<Integer: FixedWidthInteger & Encodable>(
        _ value: Integer,
        forKey key: Key
    ) throws {
        try put(key) { $0.write(integer: value) }
    }

    func encode(_ value: Int128, forKey key: Key) throws {
        try put(key) { try $0.write(Scalar(value)) }
    }

    func encode(_ value: UInt128, forKey key: Key) throws {
        try put(key) { try $0.write(Scalar(value)) }
    }

    @inline(__always)
    func encode<Model: Encodable>(_ value: Model, forKey key: Key) throws {
        let role = EncodingTraits.of(Model.self).with(\.role)
        if role == .flat {
            let token = token
            return try token.with { try $0.writeFlat(value, token) }
        }
        try put(key) { writer in
            if role != .member { writer.sink.mark(role) }
            try writer.write(value)
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
