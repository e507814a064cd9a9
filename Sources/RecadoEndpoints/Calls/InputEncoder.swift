// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An encoder that writes each input of an endpoint to the place where it travels.
struct InputEncoder: Encoder {
    let inputs: OutgoingInputs

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(InputContainer(inputs: inputs))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnsupportedEncoder() }

    func singleValueContainer() -> any SingleValueEncodingContainer { UnsupportedEncoder() }
}

/// Encodes the inputs of an endpoint.
private struct InputContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let inputs: OutgoingInputs

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws {}

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        guard let input = value as? any Input else {
            throw InvalidCall(input: key.stringValue, reason: UnsupportedEncoder.reason)
        }
        try inputs.add(input, property: key.stringValue)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(MisplacedContainer<Nested>())
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnsupportedEncoder()
    }

    mutating func superEncoder() -> any Encoder { UnsupportedEncoder() }

    mutating func superEncoder(forKey key: Key) -> any Encoder { UnsupportedEncoder() }
}

/// An encoder that refuses every value; only a hand-written `encode(to:)` of an endpoint uses it.
private struct UnsupportedEncoder: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
    static let reason = "it does not say where it travels: @Path, @Query, @Header or @Body"

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { 0 }

    mutating func encodeNil() throws { throw InvalidCall(input: "a value", reason: Self.reason) }

    mutating func encode<T: Encodable>(_ value: T) throws {
        throw InvalidCall(input: "a value", reason: Self.reason)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MisplacedContainer<Key>())
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { self }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(MisplacedContainer<Nested>())
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

    mutating func superEncoder() -> any Encoder { self }
}

/// A keyed container that refuses each value.
private struct MisplacedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws {
        throw InvalidCall(input: key.stringValue, reason: UnsupportedEncoder.reason)
    }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        throw InvalidCall(input: key.stringValue, reason: UnsupportedEncoder.reason)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(MisplacedContainer<Nested>())
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnsupportedEncoder()
    }

    mutating func superEncoder() -> any Encoder { UnsupportedEncoder() }

    mutating func superEncoder(forKey key: Key) -> any Encoder { UnsupportedEncoder() }
}
