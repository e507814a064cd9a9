// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// Answers the requests of one endpoint, in the order that every endpoint has.
///
///  1. route (404) and 2. method (405): decided by ``Application`` and its router
///  3. limits known from the head (413; the engine has refused what concerns 414 and 431)
///  4. rate limit (429)
///  5. caller (401; 403 in the clear): before any content is read, so that strangers cannot make
///     the server work
///  6. content type (415)
///  7. acceptable format (406); the path's ending counts before Accept
///  8. preconditions (412, 428)
///  9. content, under the endpoint's limit (413) and the engine's deadlines (408)
/// 10. parsing (400)
/// 11. validation of path, query, fields and content together (422)
/// 12. replay of answers to a repeated Idempotency-Key
/// 13. the handler (declared failures)
/// 14. encoding
/// 15. entity tags (304) and content codings; HEAD is the engine's
/// 16. observation: ``Application``'s
///
/// Steps 4, 8, 12 and 15 have no declaration to act on yet and pass everything.
final class EndpointPipeline<E: Endpoint>: EndpointResponder {
    let template: String

    private let handler: OperationHandler<E>
    private let inputs: InputReader<E>
    private let gate: CallerGate<E.Caller>
    private let formats: [FormatFields]
    private let problemMembers: @Sendable (ProblemDetails) -> Value.Object
    /// The caller of an endpoint that anyone may call.
    private let anyone: (@Sendable () -> E.Caller)?
    /// Whether an output may have fields to write, which is looked for in each of them.
    private let mayCarryFields: Bool

    init(_ handler: @escaping OperationHandler<E>, of service: Service) throws {
        let recorder = SchemaRecorder()
        let plan = try EndpointPlan(of: E.self, with: recorder)
        self.handler = handler
        template = service.api.prefix + E.route.path
        inputs = InputReader(plan: plan, library: recorder.library)
        gate = CallerGate(
            verifier: service.verifier(of: E.Caller.self),
            takesSecretsInClear: service.takesSecretsInClear
        )
        let answers = E.formats.forAnswers
        formats = answers.map {
            FormatFields($0, variants: answers.count, isPrivate: E.Caller.self != Anyone.self)
        }
        problemMembers = service.problemMembers
        if let caller = Anyone() as? E.Caller {
            anyone = { caller }
        } else {
            anyone = nil
        }
        // The value itself tells when it is optional, or of a class that has others below it.
        mayCarryFields =
            E.Output.self is any FieldCarrying.Type || E.Output.self is AnyObject.Type
            || E.Output.self is any ExpressibleByNilLiteral.Type
    }

    func respond(
        to request: Request,
        _ parameters: [Substring],
        in ending: Substring?
    ) async -> Response {
        do throws(ProblemDetails) {
            return try await answer(request, parameters, ending)
        } catch {
            return refuse(error, answering: request, ending)
        }
    }

    private func answer(
        _ request: Request,
        _ parameters: [Substring],
        _ ending: Substring?
    ) async throws(ProblemDetails) -> Response {
        // 3: a length that is announced need not be waited for.
        if let length = request.content.length, length > E.contentLimit {
            throw .contentTooLarge(limit: E.contentLimit)
        }
        // 5
        // What need not wait is not asynchronous: each such call costs a frame of its own.
        let caller: E.Caller
        if let anyone {
            caller = anyone()
        } else {
            caller = try await gate.caller(of: request)
        }
        // 6
        let contentFormat = try inputs.contentFormat(of: request)
        // 7
        let format = try format(for: request, ending: ending)
        // 9, 10, 11
        var content: [UInt8]?
        if contentFormat != nil { content = try await inputs.collect(request.content) }
        let endpoint = try inputs.read(request, parameters, content, in: contentFormat)
        // 13
        let output: E.Output
        do throws(HandlerError<E.Failure>) {
            output = try await handler(endpoint, caller)
        } catch {
            switch error {
            case .failed(let failure): throw ProblemDetails(failure)
            case .outage(let problem): throw problem
            }
        }
        // 14
        return try encode(output, in: format, answering: request)
    }

    // MARK: - Format

    private func format(
        for request: Request,
        ending: Substring?
    ) throws(ProblemDetails) -> FormatFields {
        if let ending {
            let asked = formats.first { $0.format.pathExtension.utf8.elementsEqual(ending.utf8) }
            guard let asked else { throw .notAcceptable(formats.map(\.format)) }
            return asked
        }
        guard let preferred = formats.first else { throw .notAcceptable([]) }
        guard let accept = request.fields[.accept], accept != "*/*" else { return preferred }
        let best = Accept(request.fields).best(of: formats.map(\.format.mediaType))
        guard let best, let found = formats.first(where: { $0.format.mediaType == best }) else {
            throw .notAcceptable(formats.map(\.format))
        }
        return found
    }

    private func encode(
        _ output: E.Output,
        in format: FormatFields,
        answering request: Request
    ) throws(ProblemDetails) -> Response {
        var response = Response(status: E.success, fields: format.fields)
        if !E.success.forbidsContent {
            do throws(CodingFailure) {
                response.content = Content(try format.format.encode(output).bytes)
            } catch {
                throw ProblemDetails(status: .internalServerError)
            }
        } else {
            response.fields.removeAll(.contentType)
        }
        if mayCarryFields, let carrying = output as? any FieldCarrying {
            carrying.write(to: &response.fields, answering: request)
        }
        return response
    }

    private func refuse(
        _ problem: ProblemDetails,
        answering request: Request,
        _ ending: Substring?
    ) -> Response {
        let format = E.formats.forAnswers.forProblem(answering: request, ending: ending)
        var response = ProblemResponse(problem, members: problemMembers).response(in: format)
        switch problem.status {
        case .unauthorized: response.fields[.wwwAuthenticate] = gate.challenge
        case .unsupportedMediaType: response.fields[.accept] = E.formats.fieldValue
        case .contentTooLarge, .requestTimeout: response.fields[.connection] = "close"
        default: break
        }
        return response
    }
}

/// A format with the fields of every answer in it, made once.
struct FormatFields: Sendable {
    let format: Format
    let fields: Fields

    init(_ format: Format, variants: Int, isPrivate: Bool) {
        var fields: Fields = [
            .contentType: format.mediaType.description,
            .contentTypeOptions: "nosniff",
        ]
        if variants > 1 { fields[.vary] = "Accept" }
        if isPrivate { fields[.cacheControl] = "no-store" }
        self.format = format
        self.fields = fields
    }
}

extension ProblemDetails {
    /// The content exceeds the endpoint's limit.
    static func contentTooLarge(limit: Int) -> ProblemDetails {
        ProblemDetails(
            status: .contentTooLarge,
            detail: "The content must not exceed \(limit) bytes."
        )
    }

    /// The client accepts none of the endpoint's formats.
    static func notAcceptable(_ formats: [Format]) -> ProblemDetails {
        ProblemDetails(
            status: .notAcceptable,
            detail: "The answer can be had as \(formats.fieldValue)."
        )
    }
}
