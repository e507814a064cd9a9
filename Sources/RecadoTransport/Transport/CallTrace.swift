// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import Synchronization

/// A record of one call, to which the transport and the middleware above it add notes while the
/// call is in progress.
///
/// A client creates a trace for each of its calls, and copies its contents to the `TypedResponse`
/// or the `CallError`. A program that sends a request directly through a transport binds a trace
/// itself:
///
/// ```swift
/// let trace = CallTrace()
/// let answer = try await CallTrace.$current.withValue(trace) {
///     try await transport.send(request)
/// }
/// trace.redirects.map(\.status)
/// ```
public final class CallTrace: Sendable {
    /// The trace of the call that the current task makes, if one is bound.
    @TaskLocal public static var current: CallTrace?

    private struct Notes {
        var redirects: [RedirectHop] = []
        var source = ResponseSource.network
        var transfers = 0
        var timings: PhaseTimings?
        var attempts: [Attempt] = []
        var trailers: Fields = [:]
        var traceContext: TraceContext?
    }

    /// The number of the call within the process, from 1.
    public let number: UInt64
    /// The metadata of the call for the program's own middleware.
    public let metadata: CallMetadata
    /// The time at which the call began.
    package let start = ContinuousClock.now
    /// The hub that events are reported to.
    let events: CallEvents?

    private let notes = Mutex(Notes())
    private static let count = Atomic<UInt64>(0)

    /// Creates an empty trace, for one call.
    ///
    /// - Parameters:
    ///   - events: The hub to which the events of the call are reported, if any.
    ///   - metadata: The metadata of the call for middleware.
    public init(events: CallEvents? = nil, metadata: CallMetadata = CallMetadata()) {
        self.events = events
        self.metadata = metadata
        number = Self.count.add(1, ordering: .relaxed).newValue
    }

    /// The attempts that failed, in their order.
    public var attempts: [Attempt] { notes.withLock(\.attempts) }

    /// The redirects that were followed, from the first to the last.
    public var redirects: [RedirectHop] { notes.withLock(\.redirects) }

    /// The source of the response; the network unless a cache has answered.
    public var source: ResponseSource { notes.withLock(\.source) }

    /// The number of requests that were passed to transports.
    public var transfers: Int { notes.withLock(\.transfers) }

    /// The time that each phase of the latest finished transfer took, if the transport reports it.
    public var timings: PhaseTimings? { notes.withLock(\.timings) }

    /// The fields after the latest answer's content (RFC 9110 §6.5); empty before the end of the
    /// content.
    public var trailers: Fields { notes.withLock(\.trailers) }

    /// The trace context that the latest request sent, if any.
    public var traceContext: TraceContext? { notes.withLock(\.traceContext) }

    /// Records the trace context of a request.
    package func note(_ context: TraceContext) {
        notes.withLock { $0.traceContext = context }
    }

    /// Counts another request.
    func nextTransfer() -> Int {
        notes.withLock { notes in
            notes.transfers += 1
            notes.trailers = [:]
            return notes.transfers
        }
    }

    /// Records the timings and the trailers of a transfer.
    func note(_ timings: PhaseTimings, _ trailers: Fields) {
        notes.withLock { notes in
            notes.timings = timings
            notes.trailers = trailers
        }
    }

    /// Records an attempt that failed.
    package func note(_ attempt: Attempt) {
        notes.withLock { $0.attempts.append(attempt) }
    }

    /// Records a redirect that is being followed.
    package func note(_ hop: RedirectHop) {
        notes.withLock { $0.redirects.append(hop) }
    }

    /// Records the source of the answer to the latest request.
    package func note(_ source: ResponseSource) {
        notes.withLock { $0.source = source }
    }
}
