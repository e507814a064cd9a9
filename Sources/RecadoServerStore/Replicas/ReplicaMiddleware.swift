// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP
public import RecadoServer
public import RecadoStore

/// Middleware that lets standbys answer reads of endpoints that allow it; every client still sees
/// its own writes.
///
/// ```swift
/// let replicated = PostgreSQLStore.Options { $0.replicaAddress = standby }
/// let store = try await PostgreSQLStore.open(address, options: replicated)
/// options.middleware.append(ReplicaMiddleware(store))
/// ```
///
/// If data is divided over several databases (``ShardedStore``), each one with standbys has its own
/// middleware, with a cookie of its own.
///
/// Reads of a ``ReportingStore`` go to a standby if the endpoint declares a `staleness` and the
/// standby's data is not older. They go to the primary if the request has `Cache-Control: no-cache`
/// or `no-store`, or a `max-age` less than the age of the standby's data (RFC 9111 §5.2.1). After a
/// request's first write, all its reads go to the primary. A call within the process must not read
/// older data than the request whose handler makes the call. So a page, which declares no
/// staleness, gets current data from its calls.
///
/// The response to a request that wrote, or may have written, sets a cookie with the position of
/// that write (`LogPosition`). The cookie lasts ten minutes, after which every standby that answers
/// has reached the position. A client that keeps no cookies may miss its own latest writes, as it
/// may miss those of other clients. The cookie reveals only how long the database's log is.
public struct ReplicaMiddleware: Middleware {
    private let store: any Store
    private let cookie: String

    /// The lifetime of the cookie in seconds.
    ///
    /// A standby that lags by more than this time answers no reads, whatever staleness is allowed.
    private static var lifetime: Int { 600 }

    /// Creates the middleware of a store.
    ///
    /// - Parameters:
    ///   - store: The store that handlers use.
    ///   - cookie: The name of the cookie, which must differ between programs on the same host;
    ///     `log-position` by default.
    public init(_ store: any Store, cookie: String = "log-position") {
        (self.store, self.cookie) = (store, cookie)
    }

    /// Returns the next step's response, with the cookie if the request wrote.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request, such as its endpoint.
    ///   - next: The inner layers.
    /// - Returns: The response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        let answer = next(request)
        // A response that is available at once has not waited for a store, so it needs no cookie.
        guard case .later(let work) = answer else { return answer }
        let outer = ClientReads.current(in: store)
        let session =
            outer?.session
            ?? ClientReads.Session(
                request.cookies(named: cookie).first.flatMap { LogPosition($0) }
            )
        let declared = context.endpoint?.staleness ?? .zero
        let staleness = min(declared, outer?.staleness ?? Self.greatestAge(request) ?? declared)
        return .later { [self] in
            let reads = ClientReads(session, staleness, in: store)
            var response = await ClientReads.$current.withValue(reads) { await work() }
            // The repetition of a request writes to no store, because the original request has
            // already written; but its response needs the cookies, too.
            let isRepetition =
                !request.method.isSafe && response.status.code < 400 && !reads.hasWrittenAnywhere
            if outer == nil, session.hasWritten || isRepetition {
                await note(in: &response, request)
            }
            return response
        }
    }

    /// Returns the greatest age that a request allows; `nil` if it states no age.
    private static func greatestAge(_ request: Request) -> Duration? {
        let words = request.fields[values: .cacheControl].flatMap { FieldList.members(of: $0) }
            .map { $0.lowercased() }
        if words.contains("no-cache") || words.contains("no-store") { return .zero }
        return words.compactMap { word in
            word.hasPrefix("max-age=") ? Int32(word.dropFirst(8)).map { .seconds($0) } : nil
        }.min()
    }

    /// Sets the cookie with the position of the client's writes.
    private func note(in response: inout Response, _ request: Request) async {
        let position: LogPosition
        do throws(StoreError) {
            guard let reached = try await store.logPosition() else { return }
            position = reached
        } catch {
            position = .unknown
        }
        let isSecure = request.peer?.isSecure == true || request.scheme == "https"
        response.fields.append(
            "\(cookie)=\(position); Path=/; Max-Age=\(Self.lifetime); HttpOnly; SameSite=Lax"
                + (isSecure ? "; Secure" : ""),
            to: .setCookie
        )
    }
}
