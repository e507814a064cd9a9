// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
import RecadoHTTP

/// The inputs and the output of an endpoint, as declared.
package struct EndpointLayout: Sendable {
    /// An input of the endpoint; a class, because each request reads its inputs by it.
    package final class Input: Sendable {
        /// The property's name.
        package let property: String
        /// The name on the wire; empty for the content.
        package let wireName: String
        /// The part of the request that carries the input.
        package let location: InputLocation
        /// The schema of the value.
        package let schema: Schema
        /// True if every request must contain the input.
        package let isRequired: Bool
        /// The nested names of the input in a query, for a name with brackets such as
        /// `page[offset]`; `nil` for a plain name.
        package let nestedNames: [String]?
        /// The type that reads the input while it arrives; `nil` for an input that is read as
        /// a whole.
        package let streamed: (any StreamedInput.Type)?
        /// The notation of a list, if it differs from the default.
        package let lists: ParameterStyle.Lists?
        /// The resource type, if the value is a JSON:API resource.
        package let resource: (any Resource.Type)?

        fileprivate init<I: RecadoEndpoints.Input>(
            _ type: I.Type,
            named property: String,
            _ schema: Schema,
            isRequired: Bool,
            streamed: (any StreamedInput.Type)?,
            style: ParameterStyle?
        ) {
            self.property = property
            wireName = EndpointLayout.wireName(of: property, in: I.location, style)
            location = I.location
            self.schema = schema
            self.isRequired = isRequired
            nestedNames = I.location == .query ? EndpointLayout.nestedNames(in: wireName) : nil
            self.streamed = streamed
            lists = style?.lists
            let resources = OutgoingDocument.resources(of: I.Value.self)
            resource = resources.flatMap { $0.isList ? nil : $0.model }
        }
    }

    /// The inputs, in the order of the declaration.
    package private(set) var inputs: [Input] = []
    /// Properties that do not declare where they travel.
    package private(set) var strayProperties: [String] = []
    /// The schema of the answer, or of each element of a stream; `nil` for an empty answer.
    package private(set) var output: Schema?
    /// The answers that OpenAPI documents list instead of the declared output and failures.
    package private(set) var documentedResponses: [DocumentedResponse] = []
    /// The schemas of the messages from both sides of a WebSocket; `nil` for other endpoints.
    package private(set) var messages: (incoming: Schema, outgoing: Schema)?

    /// Records an endpoint's inputs and output.
    package init<E: Endpoint>(of endpoint: E.Type, with recorder: SchemaRecorder) throws {
        let notes = InputNotes(E.parameterStyles)
        do {
            _ = try E(from: InputRecorder(recorder: recorder, notes: notes))
        } catch let failure as SchemaRecordingError {
            throw failure
        } catch {
            throw SchemaRecordingError(typeName: "\(E.self)", reason: "\(error)")
        }
        try recorder.finish()
        inputs = notes.inputs
        documentedResponses = try E.documentedResponses.map { answer in
            guard let model = answer.model else { return answer }
            var answer = answer
            answer.schema = try Self.schema(of: model, with: recorder)
            return answer
        }
        strayProperties = notes.strayProperties
        if let streamed = E.Output.self as? any StreamedOutput.Type {
            output = try Self.element(of: streamed, with: recorder)
        } else if let socket = E.Output.self as? any WebSocketOutput.Type {
            messages = try Self.messages(of: socket, with: recorder)
        } else if E.Output.self != NoContent.self {
            output = try recorder.describe(E.Output.self).schema
        }
    }

    private static func schema<T: Decodable>(
        of type: T.Type,
        with recorder: SchemaRecorder
    ) throws -> Schema {
        try recorder.describe(type).schema
    }

    /// The schema of the elements of a stream.
    private static func element<S: StreamedOutput>(
        of streamed: S.Type,
        with recorder: SchemaRecorder
    ) throws -> Schema {
        try recorder.describe(S.Element.self).schema
    }

    private static func messages<S: WebSocketOutput>(
        of socket: S.Type,
        with recorder: SchemaRecorder
    ) throws -> (incoming: Schema, outgoing: Schema) {
        let incoming = try recorder.describe(S.Incoming.self).schema
        return (incoming, try recorder.describe(S.Outgoing.self).schema)
    }

    /// The input that travels as the content.
    package var content: Input? { inputs.first { $0.location == .content } }

    /// Returns the inputs that travel in one place.
    package func inputs(in location: InputLocation) -> [Input] {
        inputs.filter { $0.location == location }
    }

    /// Returns the name of a property on the wire.
    package static func wireName(
        of property: String,
        in location: InputLocation,
        _ style: ParameterStyle? = nil
    ) -> String {
        switch location {
        case .path: style?.name ?? property
        case .query: style?.name ?? KebabCase.name(from: property)
        case .header(let name): name.rawName
        case .content: ""
        }
    }
}

extension EndpointLayout {
    /// Returns the nested names in a text such as `page[offset]`; `nil` for a text without brackets
    /// or with invalid ones.
    static func nestedNames(in text: String) -> [String]? {
        guard text.hasSuffix("]"), let open = text.firstIndex(of: "["), open > text.startIndex
        else { return nil }
        let inner = text[open...].dropFirst().dropLast().replacing("][", with: "[")
        let names = inner.split(separator: "[", omittingEmptySubsequences: false)
        guard !names.contains(where: { $0.isEmpty || $0.contains("]") }) else { return nil }
        return [String(text[..<open])] + names.map(String.init)
    }
}

/// The inputs that a recorder has found.
private final class InputNotes {
    let styles: [String: ParameterStyle]
    var inputs: [EndpointLayout.Input] = []
    var strayProperties: [String] = []

    init(_ styles: [String: ParameterStyle]) { self.styles = styles }
}

/// A decoder that records the inputs of an endpoint.
private struct InputRecorder: Decoder {
    let recorder: SchemaRecorder
    let notes: InputNotes

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(InputContainer(recorder: recorder, notes: notes))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw SchemaRecordingError(typeName: "the endpoint", reason: "it is no structure of inputs")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw SchemaRecordingError(typeName: "the endpoint", reason: "it is no structure of inputs")
    }
}

private struct InputContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: SchemaRecorder
    let notes: InputNotes

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let sample: Any
        if let input = type as? any Input.Type {
            sample = try note(input, key, isRequired: true)
        } else {
            notes.strayProperties.append(key.stringValue)
            sample = try recorder.record(type).sample
        }
        guard let sample = sample as? T else { throw unexpected() }
        return sample
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let input = type as? any Input.Type else {
            notes.strayProperties.append(key.stringValue)
            return nil
        }
        _ = try note(input, key, isRequired: false)
        return nil
    }

    private func note<I: Input>(_ type: I.Type, _ key: Key, isRequired: Bool) throws -> Any {
        if I.location == .content, let streamed = I.Value.self as? any StreamedInput.Type {
            let sample: Any = streamed.sample
            guard let sample = sample as? I.Value else { throw unexpected() }
            add(type, key, try streamed.schema(with: recorder), isRequired, streamed)
            return I(wrappedValue: sample)
        }
        let (schema, sample) = try recorder.record(I.Value.self)
        add(type, key, schema, isRequired, nil)
        return I(wrappedValue: sample)
    }

    private func add<I: Input>(
        _ type: I.Type,
        _ key: Key,
        _ schema: Schema,
        _ isRequired: Bool,
        _ streamed: (any StreamedInput.Type)?
    ) {
        let input = EndpointLayout.Input(
            type,
            named: key.stringValue,
            schema,
            isRequired: isRequired,
            streamed: streamed,
            style: notes.styles[key.stringValue]
        )
        notes.inputs.append(input)
    }

    private func unexpected() -> SchemaRecordingError {
        SchemaRecordingError(typeName: "the endpoint", reason: "it decodes its inputs by hand")
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw unexpected()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw unexpected()
    }

    func superDecoder() throws -> any Decoder { throw unexpected() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw unexpected() }
}
