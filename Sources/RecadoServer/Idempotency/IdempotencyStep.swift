// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP

/// Carries out requests with the same Idempotency-Key only once: step 12 of ``EndpointPipeline``.
final class IdempotencyStep: Sendable {
    /// The longest key that is accepted; a UUID has 36 characters.
    static let longestKey = 255

    private let isLocal: Bool
    private let store: any IdempotencyStore
    private let unkept: UnstoredResponses
    private let template: String
    private let isRequired: Bool

    init(_ keys: IdempotencyKeys, for template: String, in store: any IdempotencyStore) {
        self.store = store
        unkept = UnstoredResponses(of: store)
        isLocal = store is MemoryIdempotencyStore
        self.template = template
        isRequired = keys == .required
    }

    /// Returns the key of a request, combined with its sender and its target.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - caller: The caller who sent the request.
    /// - Returns: The key; `nil` if the request has none and needs none.
    /// - Throws: 400 for a key that is missing or not valid.
    func key(of request: Request, from caller: some Caller) throws(ProblemDetails) -> String? {
        let keys = request.fields[values: .idempotencyKey]
        guard let key = keys.first else {
            guard isRequired else { return nil }
            throw ProblemDetails(
                status: .badRequest,
                detail: Language.words(
                    "Send an Idempotency-Key, and the same one with repetitions.",
                    es: "Envía una Idempotency-Key, y la misma en las repeticiones."
                )
            )
        }
        guard keys.count == 1, !key.isEmpty, key.utf8.count <= Self.longestKey else {
            throw ProblemDetails(
                status: .badRequest,
                detail: Language.words(
                    "An Idempotency-Key has from 1 to \(Self.longestKey) characters.",
                    es: "Una Idempotency-Key tiene de 1 a \(Self.longestKey) caracteres."
                )
            )
        }
        // The key includes the sender, so that no sender gets the answer to another sender's
        // request.
        let sender = IdempotencySender(of: request, caller)
        let owner = Base64.encode(try Self.hash(Array("\(template)\n\(sender)".utf8)))
        return "\(owner) \(key)"
    }

    /// Carries out a request, or returns the answer that was stored for it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - key: The request's key.
    ///   - content: The request's content.
    ///   - carryOut: Carries out the request; returns the response, and true if the request was
    ///     begun.
    /// - Returns: The answer.
    /// - Throws: 422 if the key belongs to a different request, 409 if the first request is still
    ///   under way, 503 when the store fails.
    func answer(
        _ request: Request,
        _ key: String,
        _ content: [UInt8]?,
        _ carryOut: () async -> (response: Response, isBegun: Bool)
    ) async throws(ProblemDetails) -> Response {
        let claim: IdempotencyClaim
        switch try await begin(key, fingerprint(of: request, content)) {
        case .first(let own): claim = own
        case .underWay: throw Self.underWay
        case .different: throw Self.different
        case .answered(let answer):
            guard var response = answer.response else { throw Self.unavailable }
            response.fields["Idempotency-Replayed"] = "true"
            return response
        }
        let (response, isBegun) = await carryOut()
        await conclude(key, claim, response, isBegun: isBegun)
        return response
    }

    /// Stores an answer.
    ///
    /// Only a request that was certainly not carried out may be tried again. A request that failed
    /// in another way may have been carried out, for example when it is unknown whether a
    /// transaction was committed; so a repetition gets the same answer. If the store fails to keep
    /// the answer, the request counts as under way, and the answer is offered to the store again
    /// later.
    private func conclude(
        _ key: String,
        _ claim: IdempotencyClaim,
        _ response: Response,
        isBegun: Bool
    ) async {
        let answer = StoredResponse(response) ?? Self.streamed
        let isUndone = !isBegun || Self.undone.contains(response.status)
        do {
            try await uncancelled(isLocal: isLocal) { [store] in
                if isUndone {
                    await store.abandon(key, claim)
                } else if let answer {
                    try await store.finish(key, claim, answer)
                }
            }
        } catch {
            if let answer { unkept.add(answer, to: key, claim) }
        }
    }

    /// The statuses of requests that were not begun, or whose effects were undone.
    private static let undone: Set<Status> = [
        .tooManyRequests, .serviceUnavailable, .insufficientStorage,
    ]

    /// The answer for repetitions of a request whose answer was a stream.
    private static var streamed: StoredResponse? {
        let problem = ProblemDetails(
            status: .conflict,
            detail: Language.words(
                "The request was carried out; its answer was a stream, which is not kept.",
                es: "La petición se ejecutó; su respuesta era un flujo, que no se guarda."
            )
        )
        return StoredResponse(Response(problem))
    }

    private func begin(
        _ key: String,
        _ fingerprint: [UInt8]
    ) async throws(ProblemDetails) -> IdempotencyDecision {
        do {
            return try await uncancelled(isLocal: isLocal) { [store] in
                try await store.begin(key, fingerprint)
            }
        } catch {
            throw Self.unavailable
        }
    }

    private static var underWay: ProblemDetails {
        var problem = ProblemDetails(
            status: .conflict,
            detail: Language.words(
                "A request with this Idempotency-Key is still under way.",
                es: "Una petición con esta Idempotency-Key sigue en curso."
            )
        )
        problem.retryAfter = .seconds(1)
        return problem
    }

    private static var different: ProblemDetails {
        ProblemDetails(
            status: .unprocessableContent,
            detail: Language.words(
                "This Idempotency-Key was sent with another request.",
                es: "Esta Idempotency-Key se envió con otra petición."
            )
        )
    }

    private static var unavailable: ProblemDetails {
        var problem = ProblemDetails(
            status: .serviceUnavailable,
            detail: Language.words(
                "Nobody can tell now whether this request was carried out before.",
                es: "Ahora no se puede saber si esta petición ya se ejecutó."
            )
        )
        problem.retryAfter = .seconds(5)
        return problem
    }

    private func fingerprint(
        of request: Request,
        _ content: [UInt8]?
    ) throws(ProblemDetails) -> [UInt8] {
        let head = "\(request.method) \(request.target)\n\(request.fields[.contentType] ?? "")\n"
        return try Self.hash(Array(head.utf8) + (content ?? []))
    }

    private static func hash(_ bytes: [UInt8]) throws(ProblemDetails) -> [UInt8] {
        guard let hash = HashFunction.sha256.hash(bytes) else { throw unavailable }
        return hash
    }
}
