// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport
import Synchronization

/// A transport that limits the number of simultaneous transfers to and from each host.
///
/// A transfer lasts until its content has been read or released. Further requests wait in the order
/// in which they arrive; a cancelled request leaves the queue.
package struct ConcurrencyLimitTransport: Transport {
    private let base: any Transport
    private let stopwatch: Stopwatch
    private let queues: Queues

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - perHost: The maximum number of simultaneous transfers per host: 6 by default, as in
    ///     browsers.
    ///   - clock: The clock that measures the waits.
    package init(
        _ base: any Transport,
        perHost: Int = 6,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        stopwatch = Stopwatch(clock)
        queues = Queues(places: perHost)
    }

    /// Returns the number of requests to an origin that wait in the queue.
    package func waitingCount(_ origin: String) -> Int { queues.waitingCount(origin) }

    /// Sends a request as soon as the limit allows it.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits; `total` covers the queue and the transfer together.
    /// - Returns: The answer, which counts as a transfer until its content is read or released.
    /// - Throws: An error of the kind `timedOut` or `cancelled`, or an error of the transfer.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let start = stopwatch.now
        let place = try await place(request.origin, timeouts.total)
        do {
            let left = timeouts.after(stopwatch.now - start)
            var response = try await base.send(request, timeouts: left)
            if response.content.isInMemory {
                place.release()
            } else {
                response.content = Content(reading: HoldingSource(response.content, place))
            }
            return response
        } catch {
            place.release()
            throw error
        }
    }

    private func place(
        _ origin: String,
        _ budget: Duration?
    ) async throws(TransportError) -> Permit {
        let place = queues.place(origin)
        do {
            try await Deadline.spending(.queue, stopwatch) {
                try await place.enter(within: budget, stopwatch)
            }
        } catch {
            place.release()
            throw error as? TransportError ?? TransportError(.cancelled)
        }
        return place
    }
}

/// The queues of all hosts to which requests are in progress or waiting.
private final class Queues: Sendable {
    private struct Entry {
        let queue: FairQueue
        /// The number of requests that wait for a place in the ``FairQueue`` or hold one; a place
        /// permits one transfer.
        var users = 0
    }

    private let places: Int
    private let entries = Mutex<[String: Entry]>([:])

    init(places: Int) {
        self.places = places
    }

    func place(_ host: String) -> Permit {
        entries.withLock { entries in
            var entry = entries[host] ?? Entry(queue: FairQueue(places: places))
            entry.users += 1
            entries[host] = entry
            return Permit(entry.queue, host, self)
        }
    }

    func waitingCount(_ host: String) -> Int {
        entries.withLock { $0[host]?.queue.waitingCount ?? 0 }
    }

    func noteEnd(_ host: String) {
        entries.withLock { entries in
            entries[host]?.users -= 1
            if entries[host]?.users == 0 { entries[host] = nil }
        }
    }
}

/// The permission for one transfer to a host; it is given back by ``release()``, or at the latest
/// when this object is deinitialized.
private final class Permit: Sendable {
    private enum State: Sendable {
        case waiting
        case held
        case ended
    }

    private let queue: FairQueue
    private let host: String
    private let queues: Queues
    private let state = Mutex(State.waiting)

    init(_ queue: FairQueue, _ host: String, _ queues: Queues) {
        self.queue = queue
        self.host = host
        self.queues = queues
    }

    func enter(within budget: Duration?, _ stopwatch: Stopwatch) async throws(TransportError) {
        try await queue.enter(within: budget, stopwatch)
        state.withLock { $0 = .held }
    }

    /// Gives the place back, or stops waiting for it; a second call does nothing.
    func release() {
        let before = state.withLock { state in
            defer { state = .ended }
            return state
        }
        if before == .ended { return }
        if before == .held { queue.leave() }
        queues.noteEnd(host)
    }

    deinit { release() }
}

/// The content of an answer; it keeps the permit of its transfer until the content has been read to
/// its end, fails, or is released.
private final class HoldingSource: ContentSource {
    private let source: any ContentSource
    private let place: Permit
    let length: Int?

    init(_ content: Content, _ place: Permit) {
        source = content.makeSource()
        length = content.length
        self.place = place
    }

    func next() async throws -> [UInt8]? {
        do {
            let piece = try await source.next()
            if piece == nil { place.release() }
            return piece
        } catch {
            place.release()
            throw error
        }
    }
}
