// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The conditions of a request that changes a resource, with the resource: step 8 of the pipeline.
final class ResourceGuard: Sendable {
    /// The name of the resource among the locks: its route's template and the unescaped parameters
    /// of its path.
    let resource: String

    private let reader: ResourceReader
    private let request: Request
    private let conditions: Conditions?
    private let isRequired: Bool

    /// Makes a guard.
    ///
    /// - Parameters:
    ///   - reader: The responder that answers GET at the path of the request.
    ///   - request: The request.
    ///   - isRequired: True if a client must state which version of the resource it expects.
    /// - Throws: 400 for conditions that cannot be read, 428 if they are missing although required.
    init(
        _ reader: ResourceReader,
        _ request: Request,
        isRequired: Bool
    ) throws(ProblemDetails) {
        self.reader = reader
        conditions = try Conditions(request.fields, isSafe: false)
        self.isRequired = isRequired
        guard !isRequired || conditions?.tellsState == true else { throw Self.missing }
        // The name is that of one resource, however its path is escaped.
        let parameters = reader.parameters.map { PercentEncoding.decode($0) ?? String($0) }
        resource = ([reader.responder.template] + parameters).joined(separator: "\n")
        var reading = request.forWholeAnswer
        reading.method = .get
        reading.content = .empty
        for name in Self.removed { reading.fields.removeAll(name) }
        self.request = reading
    }

    /// Fields that have another meaning when the resource is read.
    private static let removed: [FieldName] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, "Range", "If-Range",
        .acceptEncoding, .contentType, .contentLength, .contentEncoding, .expect, .idempotencyKey,
    ]

    /// Compares the conditions with the current state of the resource.
    ///
    /// - Throws: 412 if they do not hold; the reason why the service cannot show the resource.
    func check() async throws(ProblemDetails) {
        guard let conditions, conditions.tellsState else { return }
        var current = Conditions.Validators()
        let endings = reader.responder.endings.map { Optional($0[...]) }
        // A responder without endings has one format for all requests.
        for ending in endings.isEmpty ? [nil] : endings {
            let match = RouteMatch(parameters: reader.parameters, ending: ending)
            let response = await reader.responder.respond(to: request, match)
            switch response.status {
            case .notFound, .gone: continue
            case let status where status.class == .success:
                current.tags += response.validators.tags
                current.modified = response.validators.modified
            case let status where status.class == .redirection: continue
            default: throw Self.unknown(response)
            }
        }
        guard !isRequired || conditions.areComparable(with: current) else { throw Self.missing }
        guard case .proceed = conditions.verdict(on: current, isSafe: false) else {
            throw .preconditionFailed
        }
    }

    private static var missing: ProblemDetails {
        ProblemDetails(
            status: .preconditionRequired,
            detail: Language.words(
                "Send the tag of what you have read in If-Match.",
                es: "Envía en If-Match la etiqueta de lo que has leído."
            )
        )
    }

    /// Returns the problem for a change of an unreadable resource, with the status of the response
    /// to the reading.
    private static func unknown(_ response: Response) -> ProblemDetails {
        var problem = ProblemDetails(status: response.status)
        if let seconds = response.fields[.retryAfter].flatMap(Int.init) {
            problem.retryAfter = .seconds(seconds)
        }
        return problem
    }
}
