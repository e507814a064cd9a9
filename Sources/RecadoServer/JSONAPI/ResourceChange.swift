// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A request that changes resources: its content, and the preconditions that must still hold when
/// the request gets the resource's lock.
struct ResourceChange {
    /// The request, with its content in memory.
    let request: Request
    /// The guard that checks the request's preconditions; `nil` if there are none to check.
    private let resource: ResourceGuard?
    private let locks: ResourceLocks

    /// Reads the content of a request, after checking its preconditions a first time.
    ///
    /// - Parameters:
    ///   - match: The match of the path with a route.
    ///   - request: The request.
    ///   - locks: The locks that allow only one change of a resource at a time.
    ///   - mayRepeat: True if the request may repeat an earlier one; preconditions do not apply to
    ///     repetitions.
    ///   - collect: Reads the content.
    /// - Throws: 412 for preconditions that do not hold; the errors of `collect`.
    init(
        _ match: RouteMatch,
        _ request: Request,
        _ locks: ResourceLocks,
        mayRepeat: Bool,
        collect: () async throws(ResourceError) -> [UInt8]
    ) async throws(ResourceError) {
        self.locks = locks
        resource = try await ResourceHandler.refusing { () async throws(ProblemDetails) in
            guard let reader = match.reader else { return nil }
            let resource = try ResourceGuard(reader, request, isRequired: false)
            if !mayRepeat { try await resource.check() }
            return resource
        }
        var request = request
        request.content = Content(try await collect())
        self.request = request
    }

    /// Carries the change out when it gets the lock, if the preconditions still hold.
    ///
    /// - Parameters:
    ///   - isBegun: Set to true once the change is begun.
    ///   - body: Carries out the change.
    /// - Returns: The answer.
    /// - Throws: 412 for preconditions that do not hold; the errors of `body`.
    func carryOut(
        isBegun: inout Bool,
        _ body: (Request) async throws(ResourceError) -> Response
    ) async throws(ResourceError) -> Response {
        guard let resource else {
            isBegun = true
            return try await body(request)
        }
        let turn = try await ResourceHandler.refusing { () async throws(ProblemDetails) in
            try await locks.acquire(resource.resource)
        }
        let response: Response
        do throws(ResourceError) {
            try await ResourceHandler.refusing { () async throws(ProblemDetails) in
                try await resource.check()
            }
            isBegun = true
            response = try await turn.guarding { () async throws(ResourceError) in
                try await body(request)
            }
        } catch {
            await locks.release(turn)
            throw error
        }
        await locks.release(turn)
        return response
    }
}
