// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// A transport that sends a token with each request to one origin, and refreshes it when needed.
///
/// ```swift
/// let transport = BearerTransport(sockets, origin: base, token: saved) { old, transport in
///     let client = Client(base: base, transport: transport)
///     let grant: Grant = try await client.post("token", Refresh(old?.refreshToken))
///     return AccessToken(grant.token, lifetime: grant.lifetime)
/// }
/// ```
///
/// - When a token is about to expire or has been refused, one refresh serves all requests that need
///   a new one. The refresher gets the transport below this layer. If it calls the service through
///   this layer, the call fails, because it would wait for its own refresh.
/// - A refused request is sent once more with a new token. If the server refuses that token, too,
///   the call returns the refusal.
/// - If a refresh fails, all calls that wait for it fail, unless the old token is still valid. The
///   next call tries again. After too many refreshes in a short time, the old token is used as long
///   as it is valid, and calls fail once it is not.
/// - A caller that is cancelled stops waiting; the refresh continues for the others.
///
/// Requests to other origins, and requests that already have an Authorization field, are sent
/// unchanged.
public struct BearerTransport: Transport {
    private let base: any Transport
    private let origin: String
    private let keeper: TokenKeeper
    private let stopwatch: Stopwatch

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - origin: A URI of the only server that gets the token.
    ///   - token: The first token; if it is `nil`, the layer gets one before the first request.
    ///   - policy: The policy that decides when tokens are refreshed.
    ///   - clock: The clock that measures waits.
    ///   - refresh: Gets a new token in exchange for the old one, through the transport below this
    ///     layer.
    public init(
        _ base: any Transport,
        origin: URI,
        token: AccessToken? = nil,
        policy: RefreshPolicy = RefreshPolicy(),
        clock: any Clock<Duration> = ContinuousClock(),
        refresh:
            @escaping @Sendable (AccessToken?, any Transport) async throws -> AccessToken
    ) {
        self.init(
            base,
            origin: origin,
            machine: RefreshMachine(policy, token: token),
            clock: clock,
            date: WallClock.now,
            refresh: refresh
        )
    }

    /// Creates a layer with a given source of the current time, for tests.
    package static func dated(
        _ base: any Transport,
        origin: URI,
        token: AccessToken?,
        clock: any Clock<Duration>,
        date: @escaping @Sendable () -> HTTPDate,
        refresh:
            @escaping @Sendable (AccessToken?, any Transport) async throws -> AccessToken
    ) -> BearerTransport {
        BearerTransport(
            base,
            origin: origin,
            machine: RefreshMachine(RefreshPolicy(), token: token),
            clock: clock,
            date: date,
            refresh: refresh
        )
    }

    private init(
        _ base: any Transport,
        origin: URI,
        machine: RefreshMachine,
        clock: any Clock<Duration>,
        date: @escaping @Sendable () -> HTTPDate,
        refresh:
            @escaping @Sendable (AccessToken?, any Transport) async throws -> AccessToken
    ) {
        self.base = base
        self.origin = origin.origin ?? ""
        stopwatch = Stopwatch(clock)
        keeper = TokenKeeper(machine, stopwatch, date: date) { old in
            try await refresh(old, base)
        }
    }

    /// The token that is currently in use.
    public var token: AccessToken? { keeper.token }

    /// The number of requests that wait for a refresh.
    package var waiterCount: Int { keeper.waiterCount }

    /// Replaces the token, for example after a login.
    ///
    /// - Parameter token: The token; if it is `nil`, the layer requests one before the next
    ///   request.
    public func replaceToken(with token: AccessToken?) {
        keeper.replace(token)
    }

    /// Sends a request with a token.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits; `total` covers a refresh and the transfers together.
    /// - Returns: The answer; its status is 401 if the server refuses even a new token.
    /// - Throws: An error of the transfer, or of the kind `unauthenticated` if there is no token.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        guard request.origin == origin, !request.fields.contains(.authorization) else {
            return try await base.send(request, timeouts: timeouts)
        }
        let start = stopwatch.now
        let grant = try await keeper.grant(after: nil, within: timeouts.total)
        let left = timeouts.after(stopwatch.now - start)
        let response = try await base.send(request.bearing(grant.token), timeouts: left)
        guard Self.refusesToken(response), !grant.isFresh else { return response }
        // A consumed stream cannot be sent again, so this call returns the refusal. The next call
        // gets a new token.
        guard request.content.isReplayable else { return response }
        await response.content.drain()
        let other = try await keeper.grant(
            after: grant.generation,
            within: timeouts.after(stopwatch.now - start).total
        )
        return try await base.send(
            request.bearing(other.token),
            timeouts: timeouts.after(stopwatch.now - start)
        )
    }

    /// True if the server refuses the token itself, not the permissions that it grants (RFC 6750
    /// §3.1).
    private static func refusesToken(_ response: Response) -> Bool {
        guard response.status == .unauthorized else { return false }
        let challenges = Challenge.list(in: response.fields[values: .wwwAuthenticate])
        let bearer = challenges.first { $0.isScheme("Bearer") }
        guard let bearer else { return challenges.isEmpty }
        let error = bearer.parameters["error"]
        return error == nil || error == "invalid_token"
    }
}

extension Request {
    /// Returns the request with a token in its Authorization field.
    fileprivate func bearing(_ token: AccessToken) -> Request {
        var request = self
        request.fields[.authorization] = "Bearer \(token.value)"
        return request
    }
}
