// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A stub of a declared endpoint, whose requests a closure answers without a server.
struct EndpointStub<E: Endpoint>: Sendable {
    private let handler: @Sendable (E) async throws(E.Failure) -> E.Output
    private let plan: EndpointLayout
    private let reader: EndpointReader<E>
    private let inputs: RequestInputs
    private let api = API(name: "stub", title: "Stub", version: "1", endpoints: [E.self])

    /// Creates a stub.
    ///
    /// - Parameter handler: The closure that answers.
    /// - Throws: A problem that lists the errors in the declaration.
    init(
        _ handler: @escaping @Sendable (E) async throws(E.Failure) -> E.Output
    ) throws(ProblemDetails) {
        let recorder = SchemaRecorder()
        let findings = API.check(E.self, with: recorder)
        guard findings.isEmpty else {
            let detail = findings.map(\.description).joined(separator: "; ")
            throw ProblemDetails(status: .internalServerError, detail: detail)
        }
        do {
            plan = try EndpointLayout(of: E.self, with: recorder)
        } catch {
            throw ProblemDetails(status: .internalServerError, detail: "\(error)")
        }
        self.handler = handler
        reader = EndpointReader(plan: plan, library: recorder.library)
        inputs = RequestInputs(of: E.route, plan)
    }

    /// Answers a request whose content is in memory.
    func respond(to request: Request) async -> Response {
        do throws(ProblemDetails) {
            try checkCredentials(of: request)
            let path = RoutedPath(request.path, of: E.self)
            let format = try format(for: request, path?.ending)
            let endpoint = try read(request, path?.parameters ?? [])
            let output: E.Output
            do throws(E.Failure) {
                output = try await handler(endpoint)
            } catch {
                throw api.details(of: error)
            }
            return try encode(output, in: format, answering: request)
        } catch {
            return Response(error)
        }
    }

    /// Checks that the request has credentials of the right form; their values are not checked.
    private func checkCredentials(of request: Request) throws(ProblemDetails) {
        typealias Credentials = E.Caller.Credentials
        guard E.Caller.self != Anyone.self, Credentials(request: request) == nil else { return }
        var problem = ProblemDetails(
            status: .unauthorized,
            detail: "Expected credentials of the scheme \(Credentials.scheme)."
        )
        problem.challenges = Credentials.challenges(realm: E.Caller.realm, after: .missing)
        throw problem
    }

    /// Returns the format of the answer: the format that the path's extension names, or the best
    /// match for the Accept field.
    private func format(
        for request: Request,
        _ ending: Substring?
    ) throws(ProblemDetails) -> Format {
        let formats = E.responseFormats
        if let ending {
            let asked = formats.first { $0.pathExtension == ending }
            guard let asked else { throw ProblemDetails(status: .notAcceptable) }
            return asked.forgiving
        }
        let best = Accept(request.fields).best(of: formats.map(\.mediaType))
        guard let best, let found = formats.first(where: { $0.mediaType == best }) else {
            throw ProblemDetails(status: .notAcceptable)
        }
        return found.forgiving
    }

    private func read(_ request: Request, _ parameters: [Substring]) throws(ProblemDetails) -> E {
        let bytes = request.content.bytes ?? []
        guard bytes.count <= E.contentLimit else {
            throw ProblemDetails(status: .contentTooLarge)
        }
        var (document, resources): (Document?, DocumentParts?)
        var stream: IncomingStream?
        if let content = plan.content, !bytes.isEmpty || content.isRequired {
            let type = request.fields[.contentType].flatMap { MediaType($0) }
            let formats = content.formats(among: E.formats)
            // A server does not decode Content-Encoding for an endpoint that lists its formats, so
            // the stub refuses such content, too.
            let isCoded = formats != nil && request.hasContentCoding
            let named = formats.map { formats in type.flatMap { formats.reading($0) } } ?? .json
            guard !isCoded, let format = named
            else { throw ProblemDetails(status: .unsupportedMediaType) }
            if content.streamed == nil {
                let read = try RequestInputs.content(bytes, in: format, type)
                resources = format.isForResources ? format.parts(of: read) : nil
                document = read
            } else {
                stream = IncomingStream(Content(bytes), mediaType: type, format: format)
            }
        }
        let incoming = IncomingInputs(
            path: try inputs.path(parameters),
            query: try inputs.query(of: request),
            fields: try inputs.fields(of: request),
            content: document,
            resources: resources,
            stream: stream
        )
        return try reader.read(incoming)
    }

    private func encode(
        _ output: E.Output,
        in format: Format,
        answering request: Request
    ) throws(ProblemDetails) -> Response {
        var response = Response(
            status: E.success,
            fields: [.contentType: format.mediaType.description]
        )
        if let streamed = output as? any StreamedOutput {
            response.content = streamed.content(in: format)
        } else if E.success.forbidsContent {
            response.fields.removeAll(.contentType)
        } else if let content = (output as? any GradualOutput)?.content(in: format) {
            response.content = content
        } else {
            do throws(CodingError) {
                response.content = Content(try format.encode(output, answering: request))
            } catch {
                throw ProblemDetails(status: .internalServerError, detail: "\(error)")
            }
        }
        (output as? any FieldCarrying)?.write(to: &response.fields, answering: request)
        return response
    }
}
