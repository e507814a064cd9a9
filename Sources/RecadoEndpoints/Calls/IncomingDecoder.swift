// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The error for an input that could not be decoded as its type.
struct InputReadingError: Error {
    let input: EndpointLayout.Input
    let failure: CodingError
}

/// The inputs of a call as they arrived and as declared, in a class because decoders and containers
/// that contain them are copied often.
final class IncomingCall {
    let inputs: IncomingInputs
    let declared: [EndpointLayout.Input]

    init(_ inputs: IncomingInputs, _ declared: [EndpointLayout.Input]) {
        self.inputs = inputs
        self.declared = declared
    }

    /// Returns the input of the property with the given name.
    func input(of property: String) -> EndpointLayout.Input? {
        declared.first { $0.property == property }
    }
}

/// Decodes the inputs of an endpoint: each input is looked up in the document of the path, the
/// query, the fields or the content.
struct IncomingDecoder: Decoder {
    let call: IncomingCall

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(IncomingContainer(call: call))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw misuse() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw misuse() }

    private func misuse() -> DecodingError {
        let message = "an endpoint is a structure of inputs"
        return .dataCorrupted(.init(codingPath: [], debugDescription: message))
    }
}

private struct IncomingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let call: IncomingCall

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { call.declared.compactMap { Key(stringValue: $0.property) } }

    func contains(_ key: Key) -> Bool { call.input(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        let message = "the input is missing"
        throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: message))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let input = call.input(of: key.stringValue) else { return nil }
        if input.streamed != nil, let stream = call.inputs.stream {
            return (type as? any Input.Type).flatMap { Self.input($0, reading: stream) } as? T
        }
        if let members = call.inputs.members { return try member(type, input, of: members) }
        guard let document = call.inputs.document(in: input.location) else { return nil }
        do throws(CodingError) {
            guard input.location != .content else {
                if let resources = call.inputs.resources {
                    return try resources.decode(type, at: "data")
                }
                return try document.decode(type, .untyped)
            }
            if input.nestedNames != nil {
                return try input.value(in: document)?.decode(type, .untyped)
            }
            return try document.decode(type, at: input.wireName, .untyped)
        } catch {
            throw Self.failure(of: input, error)
        }
    }

    private func member<T: Decodable>(
        _ type: T.Type,
        _ input: EndpointLayout.Input,
        of members: IncomingInputs.Members
    ) throws -> T? {
        guard let value = members.value.member(input.property) else {
            // A list without elements does not appear in XML at all.
            return (type as? any Input.Type).flatMap { Self.emptyList($0) } as? T
        }
        do throws(CodingError) {
            return try value.decode(type, members.choices)
        } catch {
            throw Self.failure(of: input, error)
        }
    }

    /// Returns the error for an input that cannot be read: a refusal of the input, or a problem
    /// with the status 500 if reading a local file failed.
    private static func failure(of input: EndpointLayout.Input, _ error: CodingError) -> any Error {
        if error.underlying is FileError { return ProblemDetails(status: .internalServerError) }
        return InputReadingError(input: input, failure: error)
    }

    private static func emptyList<I: Input>(_ type: I.Type) -> I? {
        ((I.Value.self as? any ListInput.Type)?.init() as? I.Value).map { I(wrappedValue: $0) }
    }

    private static func input<I: Input>(_ type: I.Type, reading stream: IncomingStream) -> I? {
        let value: Any? = (I.Value.self as? any StreamedInput.Type)?.init(reading: stream)
        return (value as? I.Value).map { I(wrappedValue: $0) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw misuse(key)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw misuse(key)
    }

    func superDecoder() throws -> any Decoder {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no superclass"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw misuse(key) }

    private func misuse(_ key: Key) -> DecodingError {
        let message = "\(key.stringValue) is decoded by hand"
        return .dataCorrupted(.init(codingPath: [], debugDescription: message))
    }
}
