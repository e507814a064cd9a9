// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// The conditions of a request that changes a resource, beside the resource: step 8 of the pipeline.
final class ResourceGuard: Sendable {
    /// What a resource is known by among the locks: its path, without an ending.
    let resource: String

    private let reader: ResourceReader
    private let request: Request
    private let conditions: Conditions?

    /// Makes a guard.
    ///
    /// - Parameters:
    ///   - reader: What answers GET at the path of the request.
    ///   - request: The request.
    ///   - isRequired: Whether a client must say what it takes the resource for.
    /// - Throws: 400 for conditions that cannot be read, 428 for none where one is required.
    init(
        _ reader: ResourceReader,
        _ request: Request,
        isRequired: Bool
    ) throws(ProblemDetails) {
        self.reader = reader
        conditions = try Conditions(request.fields)
        guard !isRequired || conditions?.tellsState == true else {
            throw ProblemDetails(
                status: .preconditionRequired,
                detail: Language.words(
                    "Send the tag of what you have read in If-Match.",
                    es: "Envía en If-Match la etiqueta de lo que has leído."
                )
            )
        }
        resource = ([reader.responder.template] + reader.parameters.map(String.init))
            .joined(separator: "\n")
        var reading = request
        reading.method = .get
        reading.content = .empty
        for name in Self.removed { reading.fields.removeAll(name) }
        self.request = reading
    }

    /// Fields that mean something else when the resource is read.
    private static let removed: [FieldName] = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, "Range", "If-Range",
        .acceptEncoding, .contentType, .contentLength, .contentEncoding, .expect, .idempotencyKey,
    ]

    /// Compares the conditions with what is there now.
    ///
    /// - Throws: 412 if they do not hold; a problem of the service that keeps it from telling.
    func check() async throws(ProblemDetails) {
        guard let conditions, conditions.tellsState else { return }
        var current = Conditions.Validators()
        let endings = reader.responder.endings.map { Optional($0[...]) }
        // What has one format, whichever is asked for, has no endings.
        for ending in endings.isEmpty ? [nil] : endings {
            let match = RouteMatch(parameters: reader.parameters, ending: ending)
            let response = await reader.responder.respond(to: request, match)
            if response.status.class == .serverError {
                throw ProblemDetails(status: response.status)
            }
            guard response.status.class == .success else { continue }
            current.tags += response.validators.tags
            current.modified = response.validators.modified
        }
        guard case .proceed = conditions.verdict(on: current, isSafe: false) else {
            throw .preconditionFailed
        }
    }
}
