// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A request that changes resources: its content, and what the resource must
/// be like when its turn comes.
struct ResourceChange {
    /// The request, with its content at hand.
    let request: Request
    /// The guard that its preconditions are compared with, where it has any.
    private let resource: ResourceGuard?
    private let locks: ResourceLocks

    /// Reads the content of a request whose preconditions hold so far.
    ///
    /// - Parameters:
    ///   - match: The match of the path with a route.
    ///   - request: The request.
    ///   - locks: The locks that let one change at a time have a resource.
    ///   - mayRepeat: Whether it may be one that was carried out before, which
    ///     preconditions do not concern.
    ///   - collect: Reads the content.
    /// - Throws: 412 for preconditions that do not hold, what the content is refused with.
    init(
        _ match: RouteMatch,
        _ request: Request,
        _ locks: ResourceLocks,
        mayRepeat: Bool,
        collect: () async throws(ResourceError) -> [UInt8]
    ) async throws(ResourceError) {
        self.locks = locks
        resource = try await ResourceResponder.refusing { () async throws(ProblemDetails) in
            guard let reader = match.reader else { return nil }
            let resource = try ResourceGuard(reader, request, isRequired: false)
            if !mayRepeat { try await resource.check() }
            return resource
        }
        var request = request
        request.content = Content(try await collect())
        self.request = request
    }

    /// Carries the change out when its turn comes, if the preconditions still hold.
    ///
    /// - Parameters:
    ///   - isBegun: Becomes whether it was begun.
    ///   - body: Carries it out.
    /// - Returns: The answer.
    /// - Throws: 412 for preconditions that do not hold; what the change is refused with.
    func carryOut(
        isBegun: inout Bool,
        _ body: (Request) async throws(ResourceError) -> Response
    ) async throws(ResourceError) -> Response {
        guard let resource else {
            isBegun = true
            return try await body(request)
        }
        let turn = try await ResourceResponder.refusing { () async throws(ProblemDetails) in
            try await locks.acquire(resource.resource)
        }
        let response: Response
        do throws(ResourceError) {
            try await ResourceResponder.refusing { () async throws(ProblemDetails) in
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
