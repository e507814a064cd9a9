// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

/// One request under way: its limits, and what is reported of it.
final class Transfer: Sendable {
    private struct State {
        var timings = TransferTimings()
        var contentCount = 0
        var isEnded = false
    }

    let request: PreparedRequest
    let timeouts: Timeouts
    let start = Tick.now
    /// The report of the transfer, if anybody wants one.
    private let trace: CallTrace.Transfer?
    /// When it has to be over.
    let totalDeadline: Tick
    /// The longest time without a byte, in nanoseconds.
    private let idleTime: Int64
    private let state = Mutex(State())
    /// When the attempt began that is under way.
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

    /// Whether somebody wants to hear what happens on the way.
    var isObserved: Bool { trace?.isObserved == true }

    /// Whether its timings and trailers are wanted.
    var isTraced: Bool { trace != nil }

    // MARK: - Time

    /// When the connection has to be there.
    var connectDeadline: Tick {
        let begin = Tick(nanoseconds: attemptStart.load(ordering: .relaxed))
        return min(totalDeadline, begin.after(timeouts.connect))
    }

    /// Begins another attempt, which has as much time to connect.
    func beginAttempt() {
        attemptStart.store(Tick.now.nanoseconds, ordering: .relaxed)
    }

    /// When the next byte has to be there, or everything.
    var deadline: Tick { min(totalDeadline, Tick.now.after(nanoseconds: idleTime)) }

    /// The longest time that a wait may take before it is looked after.
    var timeToWait: Duration { min(Tick.now.duration(to: deadline), .seconds(3_600)) }

    /// The error for a wait that is too long.
    func timeout(_ phase: TransportError.Phase) -> TransportError {
        let isTotal = totalDeadline <= Tick.now
        let isConnecting = !isTotal && phase == .connecting
        let idle = isConnecting ? timeouts.connect : timeouts.idle
        let limit = (isTotal ? timeouts.total : idle) ?? .zero
        let lack = isTotal ? "no end" : isConnecting ? "no connection" : "no byte"
        return TransportError(.timedOut(phase), "\(request.authority): \(lack) in \(limit)")
    }

    // MARK: - Reports

    /// Reports an event, if anybody listens and the transfer is not over: a connection that was
    /// begun for it may come later.
    func report(_ kind: @autoclosure () -> CallEvent.Kind) {
        guard let trace, trace.isObserved else { return }
        state.withLock { state in
            if !state.isEnded { trace.report(kind()) }
        }
    }

    /// Notes moments and numbers for the timings, if anybody wants to know.
    func note(_ change: (inout TransferTimings) -> Void) {
        if isTraced { state.withLock { change(&$0.timings) } }
    }

    /// Notes and reports that the request is being sent, over a connection that is there.
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

    /// Counts bytes of the answer, and notes when the first came.
    func noteReceived(_ count: Int) {
        note { timings in
            timings.answered = timings.answered ?? .now
            timings.bytesReceived += count
        }
    }

    /// The address of the other side, and its port.
    var remote: (address: String?, port: Int) {
        get { state.withLock { ($0.timings.remoteAddress, $0.timings.remotePort) } }
        set { state.withLock { ($0.timings.remoteAddress, $0.timings.remotePort) = newValue } }
    }

    /// Reports the connection that the transfer goes over.
    func reportConnection(isReused: Bool) {
        guard isObserved else { return }
        let place = remote
        let host = place.address ?? ""
        let text = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        let address = host.isEmpty ? "a local socket" : "\(text):\(place.port)"
        report(.connected(address: address, isReused: isReused))
    }

    /// Counts content that has come, and tells listeners.
    func noteContent(_ count: Int) {
        guard isTraced, count > 0 else { return }
        let total = state.withLock { state in
            state.contentCount += count
            return state.contentCount
        }
        report(.content(bytes: total))
    }

    /// Reports the end, once.
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
