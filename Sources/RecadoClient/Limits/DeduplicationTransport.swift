// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport
import Synchronization

/// A transport that sends identical simultaneous requests only once.
///
/// GET and HEAD requests without content are identical if they have the same method, origin,
/// target, header fields (including credentials), connection timeout and idle timeout. The transfer
/// has the total timeout of its first caller; when that timeout has passed, the callers that have
/// time left share another transfer.
///
/// Content is read into memory up to a limit and shared. If it is longer, one caller receives it,
/// and every other caller sends its own request. The same applies to streams of events and of JSON,
/// which may never end.
///
/// The transfer is cancelled when no caller waits for it any longer.
package struct DeduplicationTransport: Transport {
    private let base: any Transport
    private let contentLimit: Int
    private let stopwatch: Stopwatch
    private let flights = Flights()

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - contentLimit: The maximum size of shared content, in bytes: 1 MiB, more than most
    ///     documents have.
    ///   - clock: The clock that measures the time limits of callers.
    package init(
        _ base: any Transport,
        contentLimit: Int = 1 << 20,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        self.contentLimit = max(contentLimit, 0)
        stopwatch = Stopwatch(clock)
    }

    /// Returns the number of callers that wait for the same response.
    package func callerCount(_ request: Request, timeouts: Timeouts = Timeouts()) -> Int {
        flights.callerCount(FlightKey(request, timeouts))
    }

    /// Sends a request, or waits for the answer to an identical request that has already been sent.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer.
    /// - Throws: The error of the transfer, or an error of the kind `timedOut` or `cancelled`.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        guard request.method == .get || request.method == .head, request.content.length == 0 else {
            return try await base.send(request, timeouts: timeouts)
        }
        let start = stopwatch.now
        let promise = Promise<FlightResult>()
        let key = FlightKey(request, timeouts)
        let flight = flights.join(key, promise, timeouts.total, at: start) {
            await transfer(request, timeouts)
        }
        switch await promise.outcome(within: timeouts.total, stopwatch) {
        case .value(.shared(.failure(let error)))
        where error.isTimeout && flight.isOver(at: stopwatch.now)
            && flight.ends(before: timeouts.total):
            // The transfer ended at the time limit of its first caller, but this caller has time
            // left.
            return try await send(request, timeouts: timeouts.after(stopwatch.now - start))
        case .value(.shared(let result)):
            return limited(try result.get(), timeouts.total.map { start + $0 })
        case .value(.tooLarge):
            return try await base.send(request, timeouts: timeouts.after(stopwatch.now - start))
        case .cancelled:
            flights.leave(flight, promise)
            throw TransportError(.cancelled, "while waiting for a shared answer")
        case .late:
            flights.leave(flight, promise)
            throw TransportError(.timedOut(.waiting), "while waiting for a shared answer")
        }
    }

    /// Applies the caller's time limit to the reading of content that is not yet in memory.
    private func limited(_ answer: Response, _ end: Duration?) -> Response {
        guard let end, !answer.content.isInMemory else { return answer }
        var response = answer
        let source = response.content.makeSource()
        response.content = Content(reading: TimedContent(source, end: end, stopwatch))
        return response
    }

    /// Performs the transfer for all callers.
    private func transfer(_ request: Request, _ timeouts: Timeouts) async -> Transfer {
        do throws(TransportError) {
            // The answer is requested in encoded form, because some callers may need more of it
            // than the decoded value.
            let response = try await base.send(request.forWholeAnswer, timeouts: timeouts)
            return try await shareable(response)
        } catch {
            return .shared(.failure(error))
        }
    }

    /// True if content may never end: reading it into memory would keep all callers waiting.
    private static func isEndless(_ response: Response) -> Bool {
        let type = response.fields[.contentType].flatMap { MediaType($0) }?.essence ?? ""
        let streams = [
            "text/event-stream", "application/x-ndjson", "application/jsonl",
            "application/json-seq", "multipart/x-mixed-replace",
        ]
        return response.content.length == nil && streams.contains(type)
    }

    /// Reads content into memory, if it is short enough to be shared.
    private func shareable(_ answer: Response) async throws(TransportError) -> Transfer {
        var response = answer
        if response.content.isInMemory { return .shared(.success(response)) }
        if let length = response.content.length, length > contentLimit { return .single(response) }
        if Self.isEndless(response) { return .single(response) }
        let source = response.content.makeSource()
        var bytes: [UInt8] = []
        do {
            while let piece = try await source.next() {
                bytes += piece
                guard bytes.count <= contentLimit else {
                    let rest = ResumedSource(bytes, then: source)
                    response.content = Content(reading: rest)
                    return .single(response)
                }
            }
        } catch let error as TransportError {
            throw error
        } catch is CancellationError {
            throw TransportError(.cancelled)
        } catch {
            throw TransportError(.connectionLost, "\(type(of: error))")
        }
        response.content = Content(bytes)
        return .shared(.success(response))
    }
}

/// The result of a transfer.
private enum Transfer: Sendable {
    /// A result for all callers.
    case shared(Result<Response, TransportError>)
    /// An answer that only one caller can read.
    case single(Response)
}

/// The result of a transfer for one caller.
private enum FlightResult: Sendable {
    case shared(Result<Response, TransportError>)
    case tooLarge
}

/// The properties that must be equal for requests to be identical.
private struct FlightKey: Hashable, Sendable {
    private let method: Method
    private let origin: String
    private let target: String
    private let fields: Fields
    private let connect: Duration?
    private let idle: Duration?

    init(_ request: Request, _ timeouts: Timeouts) {
        method = request.method
        origin = request.origin
        target = request.target
        fields = request.fields
        (connect, idle) = (timeouts.connect, timeouts.idle)
    }
}

/// The transfers in progress, each with the callers that wait for it.
private final class Flights: Sendable {
    final class Flight: Sendable {
        let key: FlightKey
        /// The time limit of the transfer, set by its first caller.
        let total: Duration?
        private let start: Duration
        let task = Mutex<Task<Void, Never>?>(nil)

        init(_ key: FlightKey, _ total: Duration?, at start: Duration) {
            self.key = key
            self.total = total
            self.start = start
        }

        /// True if the time limit of the transfer has passed.
        func isOver(at now: Duration) -> Bool { total.map { now - start >= $0 } ?? false }

        /// True if the transfer's time limit is shorter than `total`, the time limit of a caller.
        func ends(before total: Duration?) -> Bool {
            guard let own = self.total else { return false }
            return total.map { own < $0 } ?? true
        }
    }

    private struct Caller {
        let promise: Promise<FlightResult>
        let total: Duration?
    }

    private struct Entry {
        let flight: Flight
        var callers: [Caller]
    }

    private let entries = Mutex<[FlightKey: Entry]>([:])

    func callerCount(_ key: FlightKey) -> Int {
        entries.withLock { $0[key]?.callers.count ?? 0 }
    }

    /// Joins the transfer of an identical request, or begins a transfer.
    func join(
        _ key: FlightKey,
        _ promise: Promise<FlightResult>,
        _ total: Duration?,
        at start: Duration,
        _ transfer: @escaping @Sendable () async -> Transfer
    ) -> Flight {
        let caller = Caller(promise: promise, total: total)
        return entries.withLock { entries in
            if let flight = entries[key]?.flight {
                entries[key]?.callers.append(caller)
                return flight
            }
            let flight = Flight(key, total, at: start)
            entries[key] = Entry(flight: flight, callers: [caller])
            // The transfer belongs to all callers: it ignores their individual deadlines, and is
            // cancelled when the last of them leaves.
            let task = Deadline.$current.withValue(nil) {
                Task { self.land(flight, await transfer()) }
            }
            flight.task.withLock { $0 = task }
            return flight
        }
    }

    /// Leaves a transfer, which is cancelled if no callers remain.
    func leave(_ flight: Flight, _ caller: Promise<FlightResult>) {
        let isDeserted = entries.withLock { entries in
            guard var entry = entries[flight.key], entry.flight === flight else { return false }
            entry.callers.removeAll { $0.promise === caller }
            entries[flight.key] = entry.callers.isEmpty ? nil : entry
            return entry.callers.isEmpty
        }
        if isDeserted { flight.task.withLock { $0 }?.cancel() }
    }

    private func land(_ flight: Flight, _ transfer: Transfer) {
        let callers = entries.withLock { entries -> [Caller] in
            guard let entry = entries[flight.key], entry.flight === flight else { return [] }
            entries[flight.key] = nil
            return entry.callers
        }
        switch transfer {
        case .shared(let result):
            for caller in callers { caller.promise.fulfil(.shared(result)) }
        case .single(let response):
            var isTaken = false
            for caller in callers {
                // The transfer's time limit applies to its content, so a caller with a longer limit
                // cannot use that content.
                let fits = !isTaken && !flight.ends(before: caller.total)
                let isThere = caller.promise.fulfil(fits ? .shared(.success(response)) : .tooLarge)
                isTaken = isTaken || fits && isThere
            }
        }
    }
}

/// Content of which the beginning has already been read.
private final class ResumedSource: ContentSource {
    private let head: Mutex<[UInt8]?>
    private let rest: any ContentSource
    let length: Int?

    init(_ head: [UInt8], then rest: any ContentSource) {
        self.head = Mutex(head)
        self.rest = rest
        length = rest.length
    }

    func next() async throws -> [UInt8]? {
        let head = head.withLock { head in
            defer { head = nil }
            return head
        }
        if let head, !head.isEmpty { return head }
        return try await rest.next()
    }
}

extension TransportError {
    fileprivate var isTimeout: Bool {
        if case .timedOut = kind { true } else { false }
    }
}
