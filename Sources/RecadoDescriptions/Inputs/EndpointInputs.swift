// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints
import RecadoHTTP

/// The inputs of an endpoint as data, and the conversion of texts to a value of the endpoint, for
/// command lines and forms.
///
/// ```swift
/// let inputs = try EndpointInputs<ShowFilm>()
/// let id = inputs.inputs[0]                                     // id, in the path, a whole number
/// let call = try inputs.endpoint(from: [(id, "8")])             // ShowFilm(id: 8)
/// ```
public struct EndpointInputs<E: Endpoint>: Sendable {
    /// An input of the endpoint.
    public struct Input: Sendable, Hashable {
        /// The name of the property.
        public let property: String
        /// The name on the wire; empty for the content.
        public let name: String
        /// The part of the request that carries the input.
        public let location: InputLocation
        /// The schema of the value.
        public let schema: Schema
        /// True if every request must contain the input.
        public let isRequired: Bool

        init(_ input: EndpointLayout.Input) {
            property = input.property
            name = input.wireName
            location = input.location
            schema = input.schema
            isRequired = input.isRequired
        }
    }

    /// The inputs, in the order of the declaration, including the content.
    public let inputs: [Input]
    /// The definitions that schemas refer to by name.
    public let library: SchemaLibrary
    private let reader: EndpointReader<E>

    /// Finds the inputs of the endpoint, and their schemas.
    ///
    /// - Throws: `UndescribedType` when a type's schema cannot be found, which `Service.check()`
    ///   also reports.
    public init() throws(UndescribedType) {
        let recorder = SchemaRecorder()
        let plan: EndpointLayout
        do {
            plan = try EndpointLayout(of: E.self, with: recorder)
        } catch {
            throw UndescribedType(reason: "\(error)")
        }
        inputs = plan.inputs.map(Input.init)
        library = recorder.library
        reader = EndpointReader(plan: plan, library: recorder.library)
    }

    /// The input that travels as the content; `nil` for none.
    public var content: Input? { inputs.first { $0.location == .content } }

    /// The properties of the content; empty without content, and for content that is not an object.
    public var contentProperties: [Schema.Property] {
        guard let content, case .object(let properties) = library.resolve(content.schema).kind
        else { return [] }
        return properties
    }

    /// Validates texts and creates the endpoint from them, as a server does with a request.
    ///
    /// - Parameters:
    ///   - texts: Inputs of path, query and header with their texts. An input that is a list may
    ///     occur several times.
    ///   - content: The content; none by default.
    /// - Returns: The endpoint.
    /// - Throws: A problem of status 422 that names up to 100 missing and refused inputs.
    public func endpoint(
        from texts: [(input: Input, text: String)],
        content: Value? = nil
    ) throws(ProblemDetails) -> E {
        var (path, query, fields) = (Pairs(), Pairs(), Pairs())
        for (input, text) in texts {
            switch input.location {
            case .path: path.append((input.name, text))
            case .query: query.append((input.name, text))
            case .header: fields.append((input.name, text))
            case .content: break
            }
        }
        let inputs: IncomingInputs
        do throws(CodingError) {
            inputs = IncomingInputs(
                path: try Self.document(path),
                query: try Self.document(query),
                fields: try Self.document(fields),
                content: try Self.document(content)
            )
        } catch {
            throw ProblemDetails(status: .unprocessableContent, detail: "\(error)")
        }
        return try reader.read(inputs)
    }

    private typealias Pairs = [(name: String, value: String)]

    private static func document(_ pairs: Pairs) throws(CodingError) -> Document? {
        pairs.isEmpty ? nil : try Document(pairs: pairs)
    }

    private static func document(_ content: Value?) throws(CodingError) -> Document? {
        guard let content else { return nil }
        return try JSON().document(from: try JSON().encode(content))
    }
}
