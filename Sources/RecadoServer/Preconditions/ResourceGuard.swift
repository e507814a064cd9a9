// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The preconditions of a request that changes a resource: step 8 of ``EndpointPipeline``.
final class ResourceGuard: Sendable {
    /// The resource's name for locking: its route's template and the unescaped path parameters.
    let resource: String

    private let reader: ResourceReader
    private let request: Request
    private let conditions: Conditions?
    private let isRequired: Bool

    /// Creates a guard.
    ///
    /// - Parameters:
    ///   - reader: The handler that answers GET at the path of the request.
    ///   - request: The request.
    ///   - isRequired: True if a client must state which version of the resource it expects.
    /// - Throws: 400 for conditions that cannot be parsed, 428 for missing conditions that are
    ///   required.
    init(
        _ reader: ResourceReader,
        _ request: Request,
        isRequired: Bool
    ) throws(ProblemDetails) {
        self.reader = reader
        conditions = try Conditions(request.fields, isSafe: false)
        self.isRequired = isRequired
        guard !isRequired || conditions?.tellsState == true else { throw Self.missing }
        // The parameters are unescaped, so that differently escaped paths of one resource have the
        // same name.
        let parameters = reader.parameters.map { PercentEncoding.decode($0) ?? String($0) }
        resource = ([reader.handler.template] + parameters).joined(separator: "\n")
        var reading = request.forWholeAnswer
        reading.method = .get
        reading.content = .empty
        for name in Self.removed { reading.fields.removeAll(name) }
        self.request = reading
    }

    /// Fields that would have another meaning in a GET request.
    private static let removed: [FieldName] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, "Range", "If-Range",
        .acceptEncoding, .contentType, .contentLength, .contentEncoding, .expect, .idempotencyKey,
    ]

    /// Checks the conditions against the current state of the resource.
    ///
    /// - Throws: 412 if they do not hold; the service's problem if it cannot show the resource.
    func check() async throws(ProblemDetails) {
        guard let conditions, conditions.tellsState else { return }
        var current = Conditions.Validators()
        let endings = reader.handler.endings.map { Optional($0[...]) }
        // A handler without path extensions has one format for all requests.
        for ending in endings.isEmpty ? [nil] : endings {
            let match = RouteMatch(parameters: reader.parameters, ending: ending)
            let response = await reader.handler.respond(to: request, match)
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

    /// Returns the problem for a change of a resource that cannot be read, with the status of the
    /// reader's response.
    private static func unknown(_ response: Response) -> ProblemDetails {
        var problem = ProblemDetails(status: response.status)
        if let seconds = response.fields[.retryAfter].flatMap(Int.init) {
            problem.retryAfter = .seconds(seconds)
        }
        return problem
    }
}
