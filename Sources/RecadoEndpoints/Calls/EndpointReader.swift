// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
import RecadoHTTP

/// The inputs of a call as they arrived: a document for each place (path, query, fields, content).
package struct IncomingInputs: Sendable {
    /// The inputs in the path; `nil` if there are none (the same applies to the next three
    /// properties).
    private let path: Document?
    private let query: Document?
    private let fields: Document?
    private let content: Document?
    /// Content that is read as it arrives.
    fileprivate var stream: IncomingStream?
    /// One value with all inputs as members, as in a SOAP message; `nil` if each input arrived in
    /// its own place.
    fileprivate var members: Members?
    /// The parts of the content; `nil` if it is not a JSON:API document.
    fileprivate let resources: DocumentParts?

    /// A value that has all inputs as its members.
    fileprivate struct Members {
        let value: Document.Cursor
        let choices: DecodingChoices
    }

    package init(
        path: Document?,
        query: Document?,
        fields: Document?,
        content: Document?,
        resources: DocumentParts? = nil,
        stream: IncomingStream? = nil
    ) {
        self.stream = stream
        self.resources = resources
        self.path = path
        self.query = query
        self.fields = fields
        self.content = content
    }

    func document(in location: InputLocation) -> Document? {
        switch location {
        case .path: path
        case .query: query
        case .header: fields
        case .content: content
        }
    }

    /// The roots of all documents that arrived.
    fileprivate var roots: [Document.Cursor] {
        [path, query, fields, content].compactMap { $0?.root } + [members?.value].compactMap(\.self)
    }
}

/// Creates an endpoint from the inputs that arrived.
package struct EndpointReader<E: Endpoint>: Sendable {
    package let plan: EndpointLayout
    private let library: SchemaLibrary
    /// The schemas of the inputs, in the order of the inputs in `plan`.
    private let schemas: [PreparedSchema]
    /// The schema of the input that is read as it arrives; `nil` if there is none.
    private let streamed: PreparedSchema?
    /// The schema of a value that has the inputs as members.
    private let whole: PreparedSchema

    package init(plan: EndpointLayout, library: SchemaLibrary) {
        self.plan = plan
        self.library = library
        schemas = plan.inputs.map { PreparedSchema($0.schema, library) }
        streamed = plan.inputs.firstIndex { $0.streamed != nil }.map { [schemas] in schemas[$0] }
        whole = PreparedSchema(Schema(.object(plan.members)), library)
    }

    /// Validates all inputs, then decodes them.
    ///
    /// - Throws: 422 with the positions of up to 100 refused inputs.
    package func read(_ inputs: IncomingInputs) throws(ProblemDetails) -> E {
        guard let streamed else { return try decode(inputs) }
        var inputs = inputs
        inputs.stream?.schema = streamed
        return try decode(inputs)
    }

    /// Validates and decodes inputs that are the members of one value, as in a message of SOAP.
    ///
    /// - Parameters:
    ///   - members: The value.
    ///   - isForm: True for a form; by default the value is XML.
    /// - Returns: The endpoint with its inputs.
    /// - Throws: 422 with the positions of up to 100 refused inputs, relative to the value.
    package func read(
        members: Document.Cursor,
        isForm: Bool = false
    ) throws(ProblemDetails) -> E {
        var inputs = IncomingInputs(path: nil, query: nil, fields: nil, content: nil)
        inputs.members = IncomingInputs.Members(
            value: members,
            choices: isForm ? .untyped : Self.choicesInXML
        )
        return try decode(inputs)
    }

    private static var choicesInXML: DecodingChoices { XML().choices }

    /// Decodes the inputs if all are valid, or throws a problem with their errors.
    private func decode(_ inputs: IncomingInputs) throws(ProblemDetails) -> E {
        var refused: InputReadingError?
        if try compare(inputs, isThorough: false).errors.isEmpty {
            do {
                return try E(from: IncomingDecoder(call: IncomingCall(inputs, plan.inputs)))
            } catch let failure as InputReadingError {
                refused = failure
            } catch let problem as ProblemDetails {
                throw problem
            } catch {
                throw ProblemDetails(status: .unprocessableContent)
            }
        }
        // Valid inputs have passed a quick check; only invalid ones get this thorough second check.
        var validator = try compare(inputs, isThorough: true)
        if let refused {
            let place = Self.place(of: refused, in: inputs)
            validator.note(unlessKnown: refused.failure, at: place)
        }
        validator.hideValues(of: inputs.roots)
        throw Self.refusal(validator.errors)
    }

    /// Compares every input with its schema and, in a thorough check, with its type.
    private func compare(
        _ inputs: IncomingInputs,
        isThorough: Bool
    ) throws(ProblemDetails) -> SchemaValidator {
        var validator = SchemaValidator(library: library)
        if let (value, choices) = inputs.members.map({ ($0.value, $0.choices) }) {
            let place = InputError.Location.content("")
            validator.validate(value, as: whole, at: place)
            if isThorough {
                validator.validateTypes(of: value, as: whole.schema, at: place, choices)
            }
            return validator
        }
        for index in plan.inputs.indices where plan.inputs[index].streamed == nil {
            try compare(index, inputs, isThorough, &validator)
        }
        return validator
    }

    private func compare(
        _ index: Int,
        _ inputs: IncomingInputs,
        _ isThorough: Bool,
        _ validator: inout SchemaValidator
    ) throws(ProblemDetails) {
        let input = plan.inputs[index]
        if input.location == .content, let resources = inputs.resources,
            let document = inputs.document(in: .content)
        {
            let content = ResourceContentCheck(of: E.self, input, document)
            let identity = Self.identity(in: inputs)
            return try content.validate(
                with: &validator,
                addressing: identity,
                readingBy: isThorough ? resources.choices : nil
            )
        }
        let place = Self.place(of: input, pointer: "")
        guard let value = Self.value(of: input, in: inputs) else {
            if input.isRequired { validator.noteMissing(at: place) }
            return
        }
        // A path or query cannot contain null; null in place of optional content means that there
        // is none.
        if value.kind == .null, !input.isRequired { return }
        let schema = schemas[index]
        validator.validate(value, as: schema, at: place)
        if isThorough {
            validator.validateTypes(of: value, as: schema.schema, at: place, .untyped)
        }
    }

    /// Returns the position of an input that could not be decoded, or of the part of it that was
    /// invalid.
    private static func place(
        of refused: InputReadingError,
        in inputs: IncomingInputs
    ) -> InputError.Location {
        let pointer = refused.failure.pointer
        guard let members = inputs.members else {
            return place(of: refused.input, pointer: pointer)
        }
        let start = members.value.pointer
        return .content(pointer.hasPrefix(start) ? String(pointer.dropFirst(start.count)) : pointer)
    }

    /// Returns the identity of the resource that the path names.
    private static func identity(in inputs: IncomingInputs) -> String? {
        E.identityParameter.flatMap { inputs.document(in: .path)?.root[$0]?.string }
    }

    private static func value(
        of input: EndpointLayout.Input,
        in inputs: IncomingInputs
    ) -> Document.Cursor? {
        guard let document = inputs.document(in: input.location) else { return nil }
        return input.location == .content ? document.root : input.value(in: document)
    }

    private static func place(
        of input: EndpointLayout.Input,
        pointer: String
    ) -> InputError.Location {
        switch input.location {
        case .path: .path(input.wireName)
        case .query: .query(input.wireName)
        case .header: .header(input.wireName)
        case .content: .content(pointer)
        }
    }

    private static func refusal(_ errors: [InputError]) -> ProblemDetails {
        ProblemDetails(
            status: .unprocessableContent,
            detail: errors.count == 1
                ? Language.words("An input was refused.", es: "Se rechazó una entrada.")
                : Language.words(
                    "\(errors.count) inputs were refused.",
                    es: "Se rechazaron \(errors.count) entradas."
                ),
            errors: errors
        )
    }
}

extension EndpointLayout.Input {
    /// Returns the value of the input in a document: under its name or, if the name has brackets,
    /// along the path of its nested names.
    fileprivate func value(in document: Document) -> Document.Cursor? {
        guard let nestedNames else { return document.root[wireName] }
        return nestedNames.reduce(document.root as Document.Cursor?) { $0?[$1] }
    }
}

/// The error for an input that could not be decoded as its type.
private struct InputReadingError: Error {
    let input: EndpointLayout.Input
    let failure: CodingError
}

/// The inputs of a call as they arrived and as declared, in a class because decoders and containers
/// that contain them are copied often.
private final class IncomingCall {
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

    /// Returns the document of the content if the input is the whole of it; `nil` for a stream, a
    /// resource of JSON:API or the members of a message.
    func content(of input: EndpointLayout.Input) -> Document? {
        guard input.location == .content, inputs.members == nil, inputs.resources == nil,
            input.streamed == nil || inputs.stream == nil
        else { return nil }
        return inputs.document(in: .content)
    }
}

/// Decodes the inputs of an endpoint: each input is looked up in the document of the path, the
/// query, the fields or the content.
private struct IncomingDecoder: Decoder {
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
        // The usual content is read without an optional, whose type would be looked up.
        if let input = call.input(of: key.stringValue), let content = call.content(of: input) {
            do throws(CodingError) {
                return try content.decode(type, .untyped)
            } catch {
                throw Self.failure(of: input, error)
            }
        }
        return try other(type, forKey: key)
    }

    @inline(never)
    private func other<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
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
            if let content = call.content(of: input) { return try content.decode(type, .untyped) }
            if input.location == .content, let resources = call.inputs.resources {
                return try resources.decode(type, at: "data")
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
