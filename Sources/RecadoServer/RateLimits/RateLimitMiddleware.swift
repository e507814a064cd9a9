// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
public import RecadoEndpoints
public import RecadoHTTP
import RecadoWire

/// Lets those requests through that are within a client's quota, and answers
/// others with 429 and Retry-After.
///
/// ```swift
/// service.use(.rateLimit(Quota(10, per: .seconds(60)), for: "search"), on: Search.self)
/// options.middleware.append(.rateLimit(Quota(1_000, per: .seconds(60))) { $0.authority })   // for each tenant's host
/// ```
///
/// Of a name that is not the client's address a hash is kept, for it may be long or
/// secret. What a client chooses freely, such as a key that nobody has checked, bounds
/// nothing: it takes another one.
///
/// The quotas that services and endpoints declare (`Service.quota`, `Endpoint.quota`) are this
/// middleware, inside of all others of their endpoints. The fields RateLimit-Policy and RateLimit
/// tell clients what they have left (draft-ietf-httpapi-ratelimit-headers). A store that cannot be
/// reached lets everybody through. With a ``MemoryRateLimitStore`` nothing is waited for.
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
    ///   - subject: The name under which requests are counted in the store; limits of one name
    ///     share what a client has left.
    ///   - store: The store; the memory of this process by default.
    ///   - client: Names the client that has sent a request; by default its address, of IPv6 the
    ///     network, for everybody has many addresses there.
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
            // A request whose client leaves counts all the same.
            let standing = try? await uncancelled { [store, quota] in
                try await store.take(client, quota)
            }
            guard let standing else { return await next(request).value }
            return await pass(request, standing, next).value
        }
    }

    private func name(of request: Request) -> String {
        guard let client else { return request.peer?.network ?? "" }
        // Without the function all are counted together.
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
    /// A limit of the requests that each client may make.
    ///
    /// - Parameters:
    ///   - quota: The requests that each client may make.
    ///   - subject: The name under which requests are counted.
    ///   - store: The store; the memory of this process by default.
    ///   - client: Names the client that has sent a request; by default its address.
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
    /// The limit of an endpoint's requests, or of those to all of the service's
    /// that have none of their own.
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
    /// The network that the address stands for: the address itself, or of IPv6 the first 64 bits,
    /// for everybody has many addresses there.
    public var network: String {
        guard let parsed = InternetAddress(address) else { return address }
        return "\(parsed.family) \(parsed.origin)"
    }
}
