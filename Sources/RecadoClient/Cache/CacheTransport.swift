// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A transport that keeps answers and uses them again, over another one (RFC 9111).
///
/// ```swift
/// let transport = RedirectTransport(base: CacheTransport(base: sockets))
/// ```
///
/// - Answers to GET are kept, and used for GET and HEAD, as long as they are fresh; stale ones are
///   revalidated by their ETag and Last-Modified. A request's own If-None-Match and
///   If-Modified-Since are compared with what is kept, and one range of bytes is taken out of it;
///   requests with other conditions pass.
/// - `stale-while-revalidate` and `stale-if-error` are honored (RFC 5861), and so is `immutable`
///   (RFC 8246).
/// - An answer to a request with an Authorization field is used for the same credentials alone.
/// - A cache is for one user, unless it is told that it is shared: what a server makes depend on a
///   cookie without saying so is given to whoever asks.
/// - Set-Cookie is not kept. Cookies belong above this layer; a `Vary: Cookie` then sees them.
/// - Content is kept when it has been read to its end, and never makes its reader wait.
///
/// ``Reply/source`` and ``CallTrace/source`` tell where an answer came from, and so does the last
/// member of its Cache-Status field (RFC 9211), whose name is `Recado`.
public struct CacheTransport: Transport {
    /// The transport that sends each request that the cache does not answer.
    public var base: any Transport { exchange.base }
    /// The store that keeps the responses.
    public var store: any CacheStore { exchange.store }
    /// The options of the cache, for the choices that RFC 9111 leaves open.
    public var options: CacheOptions { exchange.rules.options }

    private let exchange: CacheExchange
    private let flights = CacheFlights()
    private let revalidations = CacheRevalidations()

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends each request that is not answered by the cache.
    ///   - store: The store that keeps answers; in memory by default.
    ///   - options: The options for the behavior of the cache where there is a choice.
    public init(
        base: any Transport,
        store: any CacheStore = MemoryCacheStore(),
        options: CacheOptions = CacheOptions()
    ) {
        self.init(base: base, store: store, options: options, now: WallClock.now)
    }

    /// Creates a transport with a clock of its own.
    package init(
        base: any Transport,
        store: any CacheStore,
        options: CacheOptions,
        now: @escaping @Sendable () -> HTTPDate
    ) {
        exchange = CacheExchange(base: base, store: store, rules: CacheRules(options), now: now)
    }

    /// Answers a request out of the cache, or sends it and keeps the answer.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer; 504 for a request that wants a kept one
    ///   (`only-if-cached`) if there is none.
    /// - Throws: The errors of the base.
    public func send(
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
            // A cache that cannot be read is as good as an empty one: the server answers.
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

    /// The reason why a part of the content is asked of the server: a part is not kept,
    /// and says nothing of the whole.
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

    /// Waits until no answer is being revalidated in the background.
    public func finishRevalidations() async {
        await revalidations.finish()
    }

    /// Revalidates an answer that is being used meanwhile.
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
            // Whatever goes wrong, the next request finds the answer staler than it was.
            let answer = try? await exchange.validate(entry, request, timeouts, key: key)
            _ = try? await answer?.content.collect(upTo: limit)
        }
        if !isBegun { flights.end(flight) }
    }

    private static func flight(_ key: String, _ entry: CacheEntry) -> String {
        "\(entry.selectors.hashValue) \(key)"
    }

    /// The answer to a request that wants a kept one, when there is none (RFC 9111 §5.2.1.7).
    private static var notKept: Response {
        var answer = Response(status: .gatewayTimeout)
        CacheStatus.forwarded(.request, detail: "only-if-cached").add(to: &answer.fields)
        return answer
    }
}
