// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP
public import RecadoServer
public import RecadoStore

/// Lets standbys answer the reads of endpoints that allow it, in such a way that every client finds
/// its own writes there.
///
/// ```swift
/// let store = try await PostgreSQLStore.open(address, options: .init { $0.replicaAddress = standby })
/// options.middleware.append(ReplicaMiddleware(store))
/// ```
///
/// Reads of a ``ReportingStore`` go to a standby if the endpoint declares a `staleness` and the
/// standby is no older than that. They go to the server for a request with `Cache-Control:
/// no-cache` or `no-store`, or with a `max-age` that is less than the standby's age (RFC 9111
/// §5.2.1), and for all reads of a request after its first write. Calls in process are bound by the
/// staleness that the request around them allows: a page, which declares none, reads current data.
///
/// The answer to a request that wrote, or may have written, sets a cookie with the position of that
/// write (`LogPosition`). It lasts ten minutes, after which every standby that answers has reached
/// the position. To a client that keeps no cookies, its own writes may be missing for as long as
/// those of others. The cookie reveals how far the log of the database goes, and nothing else.
public struct ReplicaMiddleware: Middleware {
    private let store: any Store
    private let cookie: String

    /// The longest time, in seconds, by which a standby may lag behind: the most that any staleness
    /// allows.
    private static var lifetime: Int { 600 }

    /// Creates the middleware of a store.
    ///
    /// - Parameters:
    ///   - store: The store, as handlers have it.
    ///   - cookie: The name of the cookie, which has to differ between programs on the same host;
    ///     `log-position` by default.
    public init(_ store: any Store, cookie: String = "log-position") {
        (self.store, self.cookie) = (store, cookie)
    }

    /// Answers with the response of the next step.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The facts about the request that it does not state itself.
    ///   - next: The layers inside of this middleware.
    /// - Returns: The response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        let answer = next(request)
        // An answer that is there at once has not waited for a store.
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
            // A repetition is answered with the stored answer; the original request has written
            // already.
            let isChange = !request.method.isSafe && response.status.code < 400
            if outer == nil, session.hasWritten || isChange { await note(in: &response, request) }
            return response
        }
    }

    /// The greatest age that a request allows; `nil` if it states none.
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
