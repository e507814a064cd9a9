// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
public import RecadoEndpoints
public import RecadoHTTP
import RecadoWire

/// Passes on requests within a client's quota, and answers others with 429 and Retry-After.
///
/// ```swift
/// service.use(.rateLimit(Quota(10, per: .seconds(60)), for: "search"), on: Search.self)
/// // For each tenant's host:
/// options.middleware.append(.rateLimit(Quota(1_000, per: .seconds(60))) { $0.authority })
/// ```
///
/// If a closure names the clients, the store gets hashes of the names, because names may be long or
/// secret. If clients choose their names freely, as with unverified keys, the limit has no effect,
/// because a client can use a new name each time.
///
/// The quotas that services and endpoints declare (`Service.quota`, `Endpoint.quota`) are instances
/// of this middleware, inside all other middleware of their endpoints. The fields RateLimit-Policy
/// and RateLimit tell clients how much of their quota is left
/// (draft-ietf-httpapi-ratelimit-headers). If the store fails, all requests pass. With a
/// ``MemoryRateLimitStore``, no request has to wait.
public final class RateLimitMiddleware: Middleware {
    private let quota: Quota
    private let store: any RateLimitStore
    private let memory: MemoryRateLimitStore?
    private let client: (@Sendable (Request) -> String)?
    /// The name under which the requests are counted.
    private let subject: String
    private let policy: String

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - quota: The requests that each client may make.
    ///   - subject: The name under which requests are counted in the store; limits with the same
    ///     name share a client's quota.
    ///   - store: The store; the memory of this process by default.
    ///   - client: Returns the name of the client that sent a request; by default its address, or
    ///     for IPv6 its network, because one client has many IPv6 addresses.
    public init(
        _ quota: Quota,
        for subject: String = "all",
        in store: any RateLimitStore = MemoryRateLimitStore(),
        by client: (@Sendable (Request) -> String)? = nil
    ) {
        self.quota = quota
        self.subject = subject
        self.store = store
        self.client = client
        memory = store as? MemoryRateLimitStore
        policy = "\"default\";q=\(quota.requests);w=\(quota.period.wholeSeconds)"
    }

    /// Counts a request, and passes it on or refuses it.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        let client = "\(subject)\n\(name(of: request))"
        if let memory { return pass(request, memory.take(client, quota), next) }
        return .later { [self] in
            // A request is counted even if its client leaves.
            let standing = try? await uncancelled { [store, quota] in
                try await store.take(client, quota)
            }
            guard let standing else { return await next(request).value }
            return await pass(request, standing, next).value
        }
    }

    private func name(of request: Request) -> String {
        guard let client else { return request.peer?.network ?? "" }
        // If the hash function is missing, all clients are counted together.
        return HashFunction.sha256.hash(Array(client(request).utf8)).map { Base64.encode($0) } ?? ""
    }

    private func pass(
        _ request: Request,
        _ standing: RateLimitStatus,
        _ next: Next
    ) -> PendingResponse {
        let fields: Fields = [
            "RateLimit-Policy": policy,
            "RateLimit": "\"default\";r=\(standing.remaining);t=\(standing.wait.wholeSeconds)",
        ]
        guard standing.isGranted else {
            var response = next.refuse(request, with: refusal(after: standing.wait))
            response.fields.addMissing(from: fields)
            return .now(response)
        }
        return next(request).map { $0.fields.addMissing(from: fields) }
    }

    private func refusal(after wait: Duration) -> ProblemDetails {
        var problem = ProblemDetails(
            status: .tooManyRequests,
            detail: Language.words(
                "At most \(quota.requests) requests in \(quota.period) are taken.",
                es: "Se aceptan como mucho \(quota.requests) peticiones en \(quota.period)."
            )
        )
        problem.retryAfter = max(wait, .seconds(1))
        return problem
    }
}

extension Middleware where Self == RateLimitMiddleware {
    /// Limits the requests that each client may make.
    ///
    /// - Parameters:
    ///   - quota: The requests that each client may make.
    ///   - subject: The name under which requests are counted.
    ///   - store: The store; the memory of this process by default.
    ///   - client: Returns the name of the client that sent a request; by default its address.
    /// - Returns: The middleware.
    public static func rateLimit(
        _ quota: Quota,
        for subject: String = "all",
        in store: any RateLimitStore = MemoryRateLimitStore(),
        by client: (@Sendable (Request) -> String)? = nil
    ) -> RateLimitMiddleware {
        RateLimitMiddleware(quota, for: subject, in: store, by: client)
    }
}

extension Service {
    /// Returns the rate limit of an endpoint or, if the endpoint has no quota, that of the service;
    /// an empty list if neither has a quota.
    func rateLimit(
        _ own: Quota? = nil,
        of endpoint: String = "",
        in store: any RateLimitStore
    ) -> [any Middleware] {
        if let own { return [.rateLimit(own, for: "\(api.name) \(endpoint)", in: store)] }
        return quota.map { [.rateLimit($0, for: api.name, in: store)] } ?? []
    }
}

extension Peer {
    /// The address itself or, for IPv6, its first 64 bits, because one client has many IPv6
    /// addresses.
    public var network: String {
        guard let parsed = InternetAddress(address) else { return address }
        return "\(parsed.family) \(parsed.origin)"
    }
}
