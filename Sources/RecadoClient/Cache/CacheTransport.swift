// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport

/// A transport that caches the answers of another transport (RFC 9111).
///
/// ```swift
/// let transport = RedirectTransport(base: CacheTransport(base: sockets))
/// ```
///
/// ``CachePolicy`` describes the behavior. Put the layer that adds cookies above this transport, so
/// that `Vary: Cookie` has an effect.
package struct CacheTransport: Transport {
    /// The transport that sends the requests that the cache does not answer.
    package var base: any Transport { exchange.base }
    /// The store that keeps the answers.
    package var store: any CacheStore { exchange.store }
    /// The options of the cache, for the choices that RFC 9111 leaves open.
    package var options: CachePolicy.Options { exchange.rules.options }

    private let exchange: CacheExchange
    private let flights = CacheFlights()
    private let revalidations = CacheRevalidations()

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends the requests that the cache does not answer.
    ///   - store: The store that keeps answers; in memory by default.
    ///   - options: The options of the cache, for the choices that RFC 9111 leaves open.
    package init(
        base: any Transport,
        store: any CacheStore = MemoryCacheStore(),
        options: CachePolicy.Options = CachePolicy.Options()
    ) {
        self.init(base: base, store: store, options: options, now: WallClock.now)
    }

    /// Creates a transport with a given source of the current time.
    package init(
        base: any Transport,
        store: any CacheStore,
        options: CachePolicy.Options,
        now: @escaping @Sendable () -> HTTPDate
    ) {
        exchange = CacheExchange(base: base, store: store, rules: CacheRules(options), now: now)
    }

    /// Answers a request from the cache, or sends it and stores the answer.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer; its status is 504 if the request accepts only a stored answer
    ///   (`only-if-cached`) and there is none.
    /// - Throws: The errors of the base transport.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let bypass = exchange.rules.bypass(request, CacheControl(request.fields))
        guard bypass == nil, let uri = request.uri else {
            return try await exchange.pass(request, timeouts, bypass ?? .bypass)
        }
        let key = CacheExchange.key(uri)
        var hasWaited = false
        while true {
            // If the store cannot be read, the cache finds nothing and asks the server.
            let entries = (try? await exchange.store.entries(for: key)) ?? []
            let now = exchange.now()
            let verdict = exchange.rules.lookup(request, in: entries, now: now)
            if let reason = Self.reasonToPass(request, verdict) {
                if CacheControl(request.fields).contains("only-if-cached") { return Self.notKept }
                return try await exchange.pass(request, timeouts, reason)
            }
            switch verdict {
            case .serve(let entry): return exchange.stored(entry, for: request, at: now)
            case .serveAndRevalidate(let entry):
                revalidate(entry, request, timeouts, key: key)
                return exchange.stored(entry, for: request, at: now)
            case .fail: return Self.notKept
            case .forward(let reason):
                return try await exchange.fetch(request, timeouts, reason, key: key)
            case .validate(let entry):
                let flight = Self.flight(key, entry)
                let isFirst = flights.begin(flight)
                defer { if isFirst { flights.end(flight) } }
                if isFirst || hasWaited {
                    return try await exchange.validate(entry, request, timeouts, key: key)
                }
                hasWaited = true
                await flights.wait(for: flight)
                if Task.isCancelled { throw TransportError(.cancelled) }
            }
        }
    }

    /// Returns the reason to pass a range request on to the server; `nil` if the request has no
    /// range, if the cache can answer it, or if it may not be sent (`only-if-cached`).
    ///
    /// The answer to a range request that is passed on is not stored and does not revalidate the
    /// stored entry.
    private static func reasonToPass(
        _ request: Request,
        _ verdict: CacheRules.Verdict
    ) -> CacheStatus.Forward? {
        guard request.fields.contains(.range) else { return nil }
        switch verdict {
        case .serve(let entry), .serveAndRevalidate(let entry):
            return entry.suffices(for: request) ? nil : .request
        case .validate: return .stale
        case .forward(let reason): return reason
        case .fail: return nil
        }
    }

    /// Waits until no revalidation is running in the background.
    package func finishRevalidations() async {
        await revalidations.finish()
    }

    /// Revalidates a stale answer in the background, while the caller already uses it.
    private func revalidate(
        _ entry: CacheEntry,
        _ request: Request,
        _ timeouts: Timeouts,
        key: String
    ) {
        let flight = Self.flight(key, entry)
        guard flights.begin(flight) else { return }
        let (exchange, flights) = (exchange, flights)
        let isBegun = revalidations.begin {
            defer { flights.end(flight) }
            var request = request
            request.method = .get
            for name in CacheExchange.ownConditions + [.range] { request.fields.removeAll(name) }
            let limit = exchange.rules.options.contentLimit
            // If this fails, the entry stays in place, and the next request tries again.
            let answer = try? await exchange.validate(entry, request, timeouts, key: key)
            _ = try? await answer?.content.collect(upTo: limit)
        }
        if !isBegun { flights.end(flight) }
    }

    private static func flight(_ key: String, _ entry: CacheEntry) -> String {
        "\(entry.selectors.hashValue) \(key)"
    }

    /// The answer 504, for a request that accepts only a stored answer (`only-if-cached`) when no
    /// stored answer can be used (RFC 9111 §5.2.1.7).
    private static var notKept: Response {
        var answer = Response(status: .gatewayTimeout)
        CacheStatus.forwarded(.request, detail: "only-if-cached").add(to: &answer.fields)
        return answer
    }
}
