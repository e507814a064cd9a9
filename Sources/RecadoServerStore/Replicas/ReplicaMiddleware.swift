// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP
public import RecadoServer
public import RecadoStore

/// Has standbys answer reads of endpoints that allow for it, so that every client finds there what
/// it has written itself.
///
/// ```swift
/// let store = try await PostgreSQLStore.open(address, options: .init { $0.replicaAddress = standby })
/// options.middleware.append(ReplicaMiddleware(store))
/// ```
///
/// Reads of a ``ReportingStore`` go to a standby if the endpoint declares a `staleness` and the
/// standby is no older than that. A request with `Cache-Control: no-cache`, or a `max-age` that is
/// less (RFC 9111 §5.2.1), is read from the server, as is all that a request reads after it has
/// written. Calls in process are bound by what the request around them allows: a page, which
/// declares nothing, reads what is current.
///
/// The answer to a request that wrote, or may have, sets a cookie with the position of what was
/// written (`LogPosition`), for ten minutes, after which every standby that answers has come to it.
/// A client that keeps no cookies may find its own writes missing as long as those of others. The
/// cookie tells how far the log of the database goes, and nothing else.
public struct ReplicaMiddleware: Middleware {
    private let store: any Store
    private let cookie: String

    /// The longest time for which a standby may be behind: what any allows for.
    private static var lifetime: Int { 600 }

    /// Creates the middleware of a store.
    ///
    /// - Parameters:
    ///   - store: The store, as handlers have it.
    ///   - cookie: The name of the cookie, which programs that share a host's names choose apart;
    ///     `log-position` by default.
    public init(_ store: any Store, cookie: String = "log-position") {
        (self.store, self.cookie) = (store, cookie)
    }

    /// Answers with what the next step answers.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The facts that are known of it beside what it says.
    ///   - next: The layers inside of this middleware.
    /// - Returns: The response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        let answer = next(request)
        // What is there at once has not waited for a store.
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
            // One that is answered as its repetition was has written before.
            let isChange = !request.method.isSafe && response.status.code < 400
            if outer == nil, session.hasWritten || isChange { await note(in: &response, request) }
            return response
        }
    }

    /// The greatest age that a request allows for; `nil` where it says nothing of it.
    private static func greatestAge(_ request: Request) -> Duration? {
        let words = request.fields[values: .cacheControl].flatMap { FieldList.members(of: $0) }
            .map { $0.lowercased() }
        if words.contains("no-cache") || words.contains("no-store") { return .zero }
        return words.compactMap { word in
            word.hasPrefix("max-age=") ? Int32(word.dropFirst(8)).map { .seconds($0) } : nil
        }.min()
    }

    /// Tells the client the position of what it wrote.
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
