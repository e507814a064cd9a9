// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The schema of a type, as far as a recording decoder has discovered it.
final class RecordedShape {
    let typeName: String
    var properties: [Schema.Property] = []
    /// True if optional members are never null.
    var isExact = false
    /// The schema, if the type is coded as a single value.
    var single: Schema?

    init(typeName: String) {
        self.typeName = typeName
    }
}

/// A decoder that returns sample values and records the keys and types that are requested.
struct RecordingDecoder: Decoder {
    let recorder: SchemaRecorder
    let shape: RecordedShape

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RecordingContainer(recorder: recorder, shape: shape))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw shape.failure("it decodes a list by hand")
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        RecordingValue(recorder: recorder, shape: shape)
    }
}

/// The container of a type that is coded as a single value.
struct RecordingValue: SingleValueDecodingContainer {
    let recorder: SchemaRecorder
    let shape: RecordedShape

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let (schema, sample) = try recorder.record(type)
        shape.single = schema
        return sample
    }
}

/// The container of a type that is coded with keys.
///
/// The methods `decodeIfPresent` for concrete types are declared here, because those of the
/// standard library would take precedence over the generic method. The standard methods call
/// `contains` and `decode`, which would record optionals as required.
struct RecordingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: SchemaRecorder
    let shape: RecordedShape

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try required(type, key)
    }

    private func required<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        let (schema, sample) = try recorder.record(type)
        note(type, key, schema, isRequired: true)
        return sample
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try required(type, key)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try required(type, key)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try optional(type, key)
    }

    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try optional(type, key)
    }

    private func note<T>(_ type: T.Type, _ key: Key, _ schema: Schema, isRequired: Bool) {
        var property = Schema.Property(key.stringValue, schema, isRequired: isRequired)
        property.node = XML.node(of: key, type)
        let names = (key as? any PathCodingKey)?.path.names ?? []
        shape.properties.add(property, at: names)
    }

    private func optional<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
        let known = try recorder.recordLater(type)
        let schema = shape.isExact ? known : known.nullable
        note(type, key, schema, isRequired: false)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw shape.failure("it decodes a nested container by hand")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw shape.failure("it decodes a nested list by hand")
    }

    func superDecoder() throws -> any Decoder {
        throw shape.failure("it decodes a superclass from a place of its own")
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        throw shape.failure("it decodes a superclass from a place of its own")
    }
}

extension RecordedShape {
    func failure(_ reason: String) -> SchemaRecordingError {
        SchemaRecordingError(typeName: typeName, reason: reason)
    }
}
