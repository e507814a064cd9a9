// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

/// One request in progress: its time limits, and the reports about it.
final class Transfer: Sendable {
    private struct State {
        var timings = TransferTimings()
        var contentCount = 0
        var isEnded = false
    }

    let request: PreparedRequest
    let timeouts: Timeouts
    let start = Tick.now
    /// The receiver of reports; `nil` if no call trace is bound.
    private let trace: CallTrace.Transfer?
    /// The time by which the transfer must end.
    let totalDeadline: Tick
    /// The longest time without a byte sent or received, in nanoseconds.
    private let idleTime: Int64
    private let state = Mutex(State())
    /// The time at which the current attempt began.
    private let attemptStart: Atomic<Int64>
    private let reactor: Reactor

    init(
        _ request: PreparedRequest,
        timeouts: Timeouts,
        trace: CallTrace.Transfer?,
        reactor: Reactor
    ) {
        (self.request, self.timeouts, self.trace) = (request, timeouts, trace)
        self.reactor = reactor
        totalDeadline = start.after(timeouts.total)
        attemptStart = Atomic(start.nanoseconds)
        idleTime = Tick(nanoseconds: 0).after(timeouts.idle).nanoseconds
        reactor.callCount.add(1, ordering: .relaxed)
    }

    deinit {
        reactor.callCount.subtract(1, ordering: .relaxed)
    }

    /// True if a listener wants reports of events in progress.
    var isObserved: Bool { trace?.isObserved == true }

    /// True if a call trace needs the timings and trailers.
    var isTraced: Bool { trace != nil }

    // MARK: - Time

    /// The time by which the connection must be open.
    var connectDeadline: Tick {
        let begin = Tick(nanoseconds: attemptStart.load(ordering: .relaxed))
        return min(totalDeadline, begin.after(timeouts.connect))
    }

    /// Begins another attempt, which gets the full time to connect.
    func beginAttempt() {
        attemptStart.store(Tick.now.nanoseconds, ordering: .relaxed)
    }

    /// The time by which the next byte must arrive, never later than ``totalDeadline``.
    var deadline: Tick { min(totalDeadline, Tick.now.after(nanoseconds: idleTime)) }

    /// The longest time that a wait may take before the deadlines are checked.
    var timeToWait: Duration { min(Tick.now.duration(to: deadline), .seconds(3_600)) }

    /// Returns the error for a wait that is too long.
    func timeout(_ phase: TransportError.Phase) -> TransportError {
        let isTotal = totalDeadline <= Tick.now
        let isConnecting = !isTotal && phase == .connecting
        let idle = isConnecting ? timeouts.connect : timeouts.idle
        let limit = (isTotal ? timeouts.total : idle) ?? .zero
        let lack = isTotal ? "no end" : isConnecting ? "no connection" : "no byte"
        return TransportError(.timedOut(phase), "\(request.authority): \(lack) in \(limit)")
    }

    // MARK: - Reports

    /// Reports an event if there is a listener.
    ///
    /// Does nothing after the end of the transfer. An attempt to open a connection may outlive the
    /// transfer for which it was begun, and would still report events.
    func report(_ kind: @autoclosure () -> CallEvent.Kind) {
        guard let trace, trace.isObserved else { return }
        state.withLock { state in
            if !state.isEnded { trace.report(kind()) }
        }
    }

    /// Records times and numbers for the timings, if a call trace needs them.
    func note(_ change: (inout TransferTimings) -> Void) {
        if isTraced { state.withLock { change(&$0.timings) } }
    }

    /// Records and reports that the request is being sent over an open connection.
    func beginSending(
        isReused: Bool,
        in version: PhaseTimings.Version,
        to remote: (address: String?, port: Int)
    ) {
        guard isTraced else { return }
        note { timings in
            (timings.ready, timings.answered) = (.now, nil)
            timings.sought = timings.sought ?? timings.ready
            (timings.isReused, timings.version) = (isReused, version)
            (timings.remoteAddress, timings.remotePort) = remote
        }
        if isReused { reportConnection(isReused: true) }
        report(.sending)
    }

    /// Counts bytes of the answer, and records the time of the first byte.
    func noteReceived(_ count: Int) {
        note { timings in
            timings.answered = timings.answered ?? .now
            timings.bytesReceived += count
        }
    }

    /// The address and the port of the other side.
    var remote: (address: String?, port: Int) {
        get { state.withLock { ($0.timings.remoteAddress, $0.timings.remotePort) } }
        set { state.withLock { ($0.timings.remoteAddress, $0.timings.remotePort) = newValue } }
    }

    /// Reports the connection that the transfer uses.
    func reportConnection(isReused: Bool) {
        guard isObserved else { return }
        let place = remote
        let host = place.address ?? ""
        let text = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        let address = host.isEmpty ? "a local socket" : "\(text):\(place.port)"
        report(.connected(address: address, isReused: isReused))
    }

    /// Counts content that has arrived, and reports it.
    func noteContent(_ count: Int) {
        guard isTraced, count > 0 else { return }
        let total = state.withLock { state in
            state.contentCount += count
            return state.contentCount
        }
        report(.content(bytes: total))
    }

    /// Reports the end of the transfer, at most once.
    func end(trailers: Fields = [:], failure: TransportError? = nil) {
        guard let trace else { return }
        let timings = state.withLock { state -> TransferTimings? in
            defer { state.isEnded = true }
            return state.isEnded ? nil : state.timings
        }
        guard let timings else { return }
        let phases = timings.phases(from: start, to: .now)
        trace.end(phases, trailers: trailers, failure: failure)
    }
}
