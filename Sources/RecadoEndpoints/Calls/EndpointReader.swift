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
    var stream: IncomingStream?
    /// One value with all inputs as members, as in a SOAP message; `nil` if each input arrived in
    /// its own place.
    var members: Members?
    /// The parts of the content; `nil` if it is not a JSON:API document.
    let resources: DocumentParts?

    /// A value that has all inputs as its members.
    struct Members {
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
        // Null in place of optional content means that there is none, as does an empty text in
        // place of an optional number in a query.
        if !input.isRequired, validator.isNothing(value, input.schema) { return }
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
    func value(in document: Document) -> Document.Cursor? {
        guard let nestedNames else { return document.root[wireName] }
        return nestedNames.reduce(document.root as Document.Cursor?) { $0?[$1] }
    }
}
