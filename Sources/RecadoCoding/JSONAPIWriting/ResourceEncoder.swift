// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The encoder of a resource, which writes its attributes and stores its other fields for later.
struct ResourceEncoder: Encoder {
    let base: any Encoder
    let fields: FieldCollector

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard let json = base as? JSONSink.ValueEncoder else {
            let container = base.container(keyedBy: type)
            return KeyedEncodingContainer(
                AttributeWriter(base: container, names: nil, fields: fields)
            )
        }
        return json.attributes(keyedBy: type, fields)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { base.unkeyedContainer() }

    func singleValueContainer() -> any SingleValueEncodingContainer { base.singleValueContainer() }
}

extension JSONSink.ValueEncoder {
    /// Creates a keyed container that writes the attributes of a resource.
    fileprivate func attributes<Key: CodingKey>(
        keyedBy type: Key.Type,
        _ fields: FieldCollector
    ) -> KeyedEncodingContainer<Key> {
        let token = token
        let opened = token.with { $0.openContainer(isObject: true, of: token) }
        return CodingKeyCache.with(type) { known in
            let isPlain = known.isPlain && token.writer.isPlain
            let names = isPlain ? known.names : token.writer.names(of: type, for: opened)
            return known.attributes(opened, names, fields)
        }
    }
}

/// A keyed container that writes attributes as JSON.
protocol AttributeMembers: KeyedEncodingContainerProtocol {
    init(_ token: Token<JSONSink>, _ names: KeyNames?, _ fields: FieldCollector)
}

extension AttributeWriter: AttributeMembers where Base: JSONMembers {
    init(_ token: Token<JSONSink>, _ names: KeyNames?, _ fields: FieldCollector) {
        self.init(base: Base(token, names), names: names, fields: fields)
    }
}

/// A keyed container for the members of a resource; it writes attributes immediately and stores
/// other members.
struct AttributeWriter<Base: KeyedEncodingContainerProtocol>: KeyedEncodingContainerProtocol {
    typealias Key = Base.Key

    var base: Base
    /// The table with the names of the keys; `nil` if the key type has no such table.
    let names: KeyNames?
    let fields: FieldCollector

    var codingPath: [any CodingKey] { base.codingPath }

    @inline(__always)
    private mutating func write(_ key: Key, _ body: (inout Base) throws -> Void) throws {
        if try fields.isAttribute(key, names) { try body(&base) }
    }

    mutating func encodeNil(forKey key: Key) throws {
        try write(key) { try $0.encodeNil(forKey: key) }
    }

    mutating func encode(_ value: Bool, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: String, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: Double, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: Float, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    // Implements all integer types of up to 64 bits.
    mutating func encode<Integer: FixedWidthInteger & Encodable>(
        _ value: Integer,
        forKey key: Key
    ) throws {
        try write(key) {
            if Integer.isSigned {
                try $0.encode(Int64(truncatingIfNeeded: value), forKey: key)
            } else {
                try $0.encode(UInt64(truncatingIfNeeded: value), forKey: key)
            }
        }
    }

    mutating func encode(_ value: Int128, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode<Model: Encodable>(_ value: Model, forKey key: Key) throws {
        guard try !fields.takes(value, key, names) else { return }
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        base.nestedContainer(keyedBy: type, forKey: key)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        base.nestedUnkeyedContainer(forKey: key)
    }

    mutating func superEncoder() -> any Encoder { base.superEncoder() }

    mutating func superEncoder(forKey key: Key) -> any Encoder { base.superEncoder(forKey: key) }
}
