// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport
import Synchronization

/// A transport that records the requests and answers of another transport.
///
/// Place it directly above the transport that reaches the network, so that the effects of
/// middleware, such as retries, happen again when the recording is replayed.
///
/// Content is recorded while the caller reads it. An exchange is complete, and part of the
/// recording, when its content has been read to the end, has failed, or has been abandoned.
public final class RecordingTransport: Transport {
    private let base: any Transport
    private let redaction: RecordingRedaction
    private let contentLimit: Int
    private let stopwatch: Stopwatch
    private let exchanges = Mutex<[RecordedExchange?]>([])

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends each request.
    ///   - redaction: The parts that must not appear in the recording.
    ///   - contentLimit: The maximum size of content that is kept, in bytes; 16 MiB by default.
    ///     Longer content reaches the caller, but is missing from the recording.
    ///   - clock: The clock that measures the timings.
    public init(
        _ base: any Transport,
        redaction: RecordingRedaction = RecordingRedaction(),
        contentLimit: Int = 16 << 20,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        self.redaction = redaction
        self.contentLimit = contentLimit
        stopwatch = Stopwatch(clock)
    }

    /// The recording so far, in the order in which the requests were sent, without its secrets.
    public var recording: Recording {
        Recording(exchanges.withLock { $0.compactMap { $0 } }.map(redaction.apply))
    }

    /// Sends a request and records its result.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer.
    /// - Throws: The errors of the base transport.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let index = exchanges.withLock { exchanges in
            exchanges.append(nil)
            return exchanges.count - 1
        }
        let sent = Collector(limit: contentLimit)
        var passing = request.forWholeAnswer
        passing.content = sent.content(request.content)
        let started = (time: Timestamp.now(), at: stopwatch.now)
        let answer: Response
        do {
            answer = try await base.send(passing, timeouts: timeouts)
        } catch {
            var exchange = Self.exchange(request, sent, started.time, .failure(error))
            exchange.wait = stopwatch.now - started.at
            finish(exchange, at: index)
            throw error
        }
        let head = stopwatch.now
        let received = Collector(limit: contentLimit) { [weak self, stopwatch] body in
            let outcome = RecordedExchange.Outcome.answer(answer.status, answer.fields, body)
            var exchange = Self.exchange(request, sent, started.time, outcome)
            exchange.wait = head - started.at
            exchange.receive = stopwatch.now - head
            self?.finish(exchange, at: index)
        }
        var passed = answer
        passed.content = received.content(answer.content)
        return passed
    }

    private static func exchange(
        _ request: Request,
        _ sent: Collector,
        _ time: String,
        _ outcome: RecordedExchange.Outcome
    ) -> RecordedExchange {
        RecordedExchange(
            method: request.method.name,
            uri: request.recordedURI,
            fields: request.fields,
            content: sent.bytes,
            outcome: outcome,
            start: time
        )
    }

    private func finish(_ exchange: RecordedExchange, at index: Int) {
        exchanges.withLock { $0[index] = exchange }
    }
}
