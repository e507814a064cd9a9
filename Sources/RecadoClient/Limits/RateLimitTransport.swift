// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport
import Synchronization

/// A transport that delays requests as a rate limit requires.
///
/// Requests wait in the order in which they arrive. The layer also observes the server's rate
/// limit: if a server answers 429 or 503 and asks for a wait, or reports that its limit is
/// exhausted, all requests in the scope wait; by default these are all requests to the same host.
package struct RateLimitTransport: Transport {
    private let base: any Transport
    private let limit: RateLimit?
    private let stopwatch: Stopwatch
    private let date: @Sendable () -> HTTPDate
    private let buckets = Buckets()

    /// The longest pause that a server can impose: 10 minutes, in case the server asks for too much
    /// by mistake.
    private static var longestPause: Duration { .seconds(600) }

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - limit: The limit on requests; with `nil`, only the servers' own limits apply.
    ///   - clock: The clock that measures the waits.
    package init(
        _ base: any Transport,
        limit: RateLimit? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(base, limit: limit, clock: clock, date: WallClock.now)
    }

    /// Creates a layer with a given source of the current time.
    package init(
        _ base: any Transport,
        limit: RateLimit?,
        clock: any Clock<Duration>,
        date: @escaping @Sendable () -> HTTPDate
    ) {
        self.base = base
        self.limit = limit
        stopwatch = Stopwatch(clock)
        self.date = date
    }

    /// Returns the number of requests in the queue, without the first, which waits for a token.
    package func waitingCount(_ origin: String) -> Int {
        bucket(origin).queue.waitingCount
    }

    /// Sends a request as soon as the limit allows it.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits; `total` covers the wait and the transfer together.
    /// - Returns: The answer.
    /// - Throws: An error of the kind `timedOut`, thrown at once if the wait would exceed the time
    ///   limit; an error of the kind `cancelled`; or an error of the transfer.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let bucket = bucket(request.origin)
        let start = stopwatch.now
        try await pass(bucket, timeouts, start)
        let response = try await base.send(request, timeouts: timeouts.after(stopwatch.now - start))
        learn(response, bucket)
        return response
    }

    private func bucket(_ origin: String) -> Bucket {
        buckets.bucket(limit?.scope == .client ? "" : origin, limit, now: stopwatch.now)
    }

    private func pass(
        _ bucket: Bucket,
        _ timeouts: Timeouts,
        _ start: Duration
    ) async throws(TransportError) {
        do {
            try await Deadline.spending(.rateLimit, stopwatch) {
                try await bucket.queue.enter(within: timeouts.total, stopwatch)
                defer { bucket.queue.leave() }
                try await waitForToken(bucket, timeouts, start)
            }
        } catch let error as TransportError {
            throw error
        } catch {
            throw TransportError(.cancelled, "while waiting for a rate limit")
        }
    }

    /// Waits for a token.
    ///
    /// Only the first request in the queue waits for a token. It checks again after each wait,
    /// because a server may have extended the pause.
    private func waitForToken(
        _ bucket: Bucket,
        _ timeouts: Timeouts,
        _ start: Duration
    ) async throws {
        while let wait = bucket.take(now: stopwatch.now) {
            if let left = timeouts.after(stopwatch.now - start).total, wait >= left {
                let detail = "the rate limit asks to wait \(wait.brief), \(left.brief) are left"
                throw TransportError(.timedOut(.connecting), detail)
            }
            try await stopwatch.sleep(for: wait)
        }
    }

    private func learn(_ response: Response, _ bucket: Bucket) {
        let isRefusal =
            response.status == .tooManyRequests || response.status == .serviceUnavailable
        let isUsedUp = RateLimitFields(response.fields, now: date())?.remaining == 0
        guard isRefusal || isUsedUp, let delay = ServerDelay.read(response.fields, now: date())
        else {
            return
        }
        bucket.pause(until: stopwatch.now + min(delay, Self.longestPause))
    }
}

/// The token bucket for one scope, and the queue in which its requests wait.
private final class Bucket: Sendable {
    let queue = FairQueue(places: 1)
    private let bucket: Mutex<TokenBucket>

    init(_ limit: RateLimit?, now: Duration) {
        bucket = Mutex(TokenBucket(limit, now: now))
    }

    func take(now: Duration) -> Duration? { bucket.withLock { $0.take(now: now) } }
    func pause(until end: Duration) { bucket.withLock { $0.pause(until: end) } }
    func isFull(now: Duration) -> Bool { bucket.withLock { $0.isFull(now: now) } }
}

/// The token buckets of all scopes.
private final class Buckets: Sendable {
    private let buckets = Mutex(HostTable<Bucket>())

    func bucket(_ host: String, _ limit: RateLimit?, now: Duration) -> Bucket {
        buckets.withLock { buckets in
            if let bucket = buckets[host] { return bucket }
            buckets.makeRoom { $0.isFull(now: now) && $0.queue.waitingCount == 0 }
            let bucket = Bucket(limit, now: now)
            buckets[host] = bucket
            return bucket
        }
    }
}
