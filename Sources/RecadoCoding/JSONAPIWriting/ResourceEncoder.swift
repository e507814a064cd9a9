// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The encoder of a resource, which writes its attributes and puts its other fields aside.
struct ResourceEncoder: Encoder {
    let base: any Encoder
    let fields: FieldCollector

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            AttributeWriter(base: base.container(keyedBy: type), fields: fields)
        )
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { base.unkeyedContainer() }

    func singleValueContainer() -> any SingleValueEncodingContainer { base.singleValueContainer() }
}

/// The members of a resource, of which only attributes are written at once.
private struct AttributeWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var base: KeyedEncodingContainer<Key>
    let fields: FieldCollector

    var codingPath: [any CodingKey] { base.codingPath }

    private mutating func write(
        _ key: Key,
        _ body: (inout KeyedEncodingContainer<Key>) throws -> Void
    ) throws {
        if try fields.isAttribute(key) { try body(&base) }
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

    mutating func encode(_ value: Int, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: Int8, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: Int16, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: Int32, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: Int64, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: UInt, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: UInt8, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: UInt16, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: UInt32, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode(_ value: UInt64, forKey key: Key) throws {
        try write(key) { try $0.encode(value, forKey: key) }
    }

    mutating func encode<Model: Encodable>(_ value: Model, forKey key: Key) throws {
        guard try !fields.takes(value, key) else { return }
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
