// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoMultipart

/// Reads the inputs of an endpoint from a request: steps 10 and 11 of ``EndpointPipeline``.
///
/// It is a class, and keeps values of the endpoint's type in objects, because generic code would
/// otherwise look up their types for each request.
final class InputReader<E: Endpoint>: Sendable {
    private let reader: EndpointReader<E>
    private let inputs: RequestInputs
    private let isContentRequired: Bool
    /// True if the handler reads the content while it arrives, rather than afterwards.
    private let isStreamed: Bool
    /// True if the path, the query or the fields may contain inputs.
    private let mayHaveInputs: Bool
    /// The endpoint value of a call without inputs; `nil` if an input is required.
    private let bare: Constant<E>?

    init(plan: EndpointLayout, library: SchemaLibrary) {
        reader = EndpointReader(plan: plan, library: library)
        inputs = RequestInputs(of: E.route, plan)
        mayHaveInputs = inputs.mayBeThere
        isContentRequired = plan.content?.isRequired ?? true
        isStreamed = plan.content?.streamed != nil
        let nothing = IncomingInputs(path: nil, query: nil, fields: nil, content: nil)
        if !isStreamed, let endpoint = try? reader.read(nothing) {
            bare = Constant(endpoint)
        } else {
            bare = nil
        }
    }

    /// Reads every input.
    ///
    /// - Throws: 400 for inputs that cannot be parsed, 422 for inputs that are not valid.
    func read(
        _ request: Request,
        _ parameters: [Substring],
        _ collected: CollectedContent?,
        in format: ContentFormat?
    ) throws(ProblemDetails) -> E {
        if let bare, collected == nil, !mayHaveInputs { return bare.value }
        return try readInputs(request, parameters, collected, in: format)
    }

    /// Reads the inputs of a request that may contain some.
    private func readInputs(
        _ request: Request,
        _ parameters: [Substring],
        _ collected: CollectedContent?,
        in format: ContentFormat?
    ) throws(ProblemDetails) -> E {
        let path = try inputs.path(parameters)
        let query = try inputs.query(of: request)
        let fields = try inputs.fields(of: request)
        let content = try parse(collected?.bytes, in: format)
        if let bare, path == nil, query == nil, fields == nil, content == nil { return bare.value }
        let incoming = IncomingInputs(
            path: path,
            query: query,
            fields: fields,
            content: content,
            resources: format.flatMap { format in
                format.format.isForResources ? content.map { format.format.parts(of: $0) } : nil
            },
            stream: isStreamed ? stream(request.content, in: format) : nil
        )
        guard let files = collected?.files else { return try reader.read(incoming) }
        return try SpooledFiles.$current.withValue(files) {
            Result { () throws(ProblemDetails) in try reader.read(incoming) }
        }.get()
    }

    /// Reads every input from a message that contains all of them.
    ///
    /// - Throws: 422 for inputs that are not valid.
    func read(_ message: any CallMessage) throws(ProblemDetails) -> E {
        try reader.read(members: message.inputs, isForm: message.isForm)
    }

    /// Returns the content for the handler to read, limited to the endpoint's limit.
    private func stream(_ content: Content, in format: ContentFormat?) -> IncomingStream? {
        guard let format else { return nil }
        let source = LimitedSource(content.makeSource(), limit: E.contentLimit)
        return IncomingStream(
            Content(reading: source),
            mediaType: format.mediaType,
            format: format.format
        )
    }

    private func parse(
        _ bytes: [UInt8]?,
        in format: ContentFormat?
    ) throws(ProblemDetails) -> Document? {
        guard let bytes, let format else { return nil }
        if bytes.isEmpty, !isContentRequired { return nil }
        return try RequestInputs.content(bytes, in: format.format, format.mediaType)
    }
}
