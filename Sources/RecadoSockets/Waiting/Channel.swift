// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoTransport
import RecadoWire
import Synchronization

/// A non-blocking socket, and the tasks that wait for it.
///
/// One task may wait for reading and another for writing. Bytes pass through the TLS session once
/// there is one.
final class Channel: Sendable {
    /// The reason that a wait ends.
    enum Wakening: Sendable {
        /// The socket can be read or written, or an attempt to do so is worthwhile.
        case ready
        case timedOut
        case cancelled
        /// This side has ended the connection.
        case ended(TransportError)
    }

    /// A waiter: a task, or a function that the reactor's thread calls.
    @safe
    private enum Waiter {
        case task(UnsafeContinuation<Wakening, Never>, until: Tick)
        case function(@Sendable (Wakening) -> Void)

        var deadline: Tick {
            if case .task(_, let deadline) = self { return deadline }
            return .never
        }

        func wake(_ wakening: Wakening) {
            switch self {
            case .task(let continuation, _): unsafe continuation.resume(returning: wakening)
            case .function(let function): function(wakening)
            }
        }
    }

    private struct State: ~Copyable {
        var reader: Waiter?
        var writer: Waiter?
        /// The events that occurred while nobody waited: the socket became readable or writable.
        var canRead = false
        var canWrite = false
        /// True if nothing more can ever be read or written.
        var hasFailed = false
        /// True if the poller knows the descriptor; `isArmed` is true if it reports events.
        var isRegistered = false
        var isArmed = false
        /// The number of consecutive events that nobody waited for.
        var idleEvents = 0
        /// The socket, until it is closed.
        var socket: Socket?
        var ending: TransportError?
        /// Checks the deadlines of tasks that wait elsewhere for this connection; returns the time
        /// of the next check.
        var expire: (@Sendable (Tick) -> Tick)?

        subscript(side: Side) -> Waiter? {
            get { side == .reading ? reader : writer }
            set { if side == .reading { reader = newValue } else { writer = newValue } }
        }

        init(_ socket: consuming Socket) {
            self.socket = consume socket
        }

        /// Returns true if an event has occurred in a direction, and forgets the event.
        mutating func takeEvent(_ side: Side) -> Bool {
            defer { if side == .reading { canRead = false } else { canWrite = false } }
            return hasFailed || (side == .reading ? canRead : canWrite)
        }

        mutating func take(_ side: Side) -> Waiter? {
            defer { self[side] = nil }
            return self[side]
        }
    }

    let reactor: Reactor
    /// The socket's descriptor, which the system may reuse once this socket is closed.
    let descriptor: Int32
    private let registration = Mutex<Reactor.Registration?>(nil)
    private let state: Mutex<State>
    /// The TLS sessions over the socket, the innermost last; a connection to a proxy may have its
    /// own.
    let sessions = Mutex<[TLSSession]>([])
    /// True if there is a TLS session.
    let isSecure = Atomic(false)
    /// True if the last answer came so quickly that blocking the thread takes less time than
    /// suspending the task.
    private let isQuick = Atomic(true)

    /// Takes over a socket, which is closed together with the channel.
    init(_ socket: consuming Socket, reactor: Reactor) throws(TransportError) {
        self.reactor = reactor
        descriptor = socket.descriptor
        state = Mutex(State(socket))
        let registration = try reactor.add(self)
        self.registration.withLock { $0 = registration }
    }

    /// Creates a channel for a socket, or returns the error if the reactor does not accept it.
    static func make(
        _ socket: consuming Socket,
        _ reactor: Reactor
    ) -> Result<Channel, TransportError> {
        do throws(TransportError) {
            return .success(try Channel(socket, reactor: reactor))
        } catch {
            return .failure(error)
        }
    }

    deinit {
        close()
        if let registration = registration.withLock(\.self) { reactor.remove(registration.token) }
    }

    // MARK: - Waiting

    /// Waits until the socket can be read or written.
    ///
    /// - Parameters:
    ///   - side: The direction.
    ///   - deadline: The time at which the wait ends, even if nothing has happened.
    /// - Returns: The reason that the wait has ended.
    func wait(for side: Side, until deadline: Tick) async -> Wakening {
        if side == .reading, waitInPlace() { return .ready }
        let isQuick = isQuick.load(ordering: .relaxed)
        let begin = isQuick ? Tick.never : Tick.now
        let wakening = await waitForReactor(side, until: deadline)
        if !isQuick, case .ready = wakening { noteQuickness(since: begin) }
        return wakening
    }

    private func waitForReactor(_ side: Side, until deadline: Tick) async -> Wakening {
        await withTaskCancellationHandler {
            unsafe await withUnsafeContinuation { continuation in
                let waiter = unsafe Waiter.task(continuation, until: deadline)
                guard register(waiter, for: side) else { return }
                reactor.schedule(deadline)
                if Task.isCancelled { wake(side, .cancelled) }
            }
        } onCancel: {
            wake(side, .cancelled)
        }
    }

    /// Calls a function once, on the reactor's thread, when the socket can be read or written.
    func notify(_ side: Side, _ function: @escaping @Sendable (Wakening) -> Void) {
        _ = register(.function(function), for: side)
    }

    /// Cancels the call of a function that `notify` has registered.
    ///
    /// Later events are kept for a task that waits.
    func cancelNotification(_ side: Side) {
        state.withLock { $0[side] = nil }
    }

    /// The longest wait that blocks the thread, in milliseconds.
    private static let patience: Int32 = 1

    /// Waits by blocking the task's thread, if that is likely to take less time than suspending the
    /// task.
    ///
    /// A thread of Swift's pool is blocked for a millisecond at most. This happens only if no other
    /// call is in progress, the host has answered quickly before, and the thread is not the loop of
    /// a server.
    private func waitInPlace() -> Bool {
        guard isQuick.load(ordering: .relaxed), reactor.callCount.load(ordering: .relaxed) <= 1,
            unsafe withUnsafeCurrentTask(body: { unsafe $0?.unownedTaskExecutor == nil })
        else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if unsafe poll(&entry, 1, Self.patience) != 0 { return true }
        isQuick.store(false, ordering: .relaxed)
        return false
    }

    /// Records that the next wait may block the thread, if the other side has answered quickly
    /// enough.
    private func noteQuickness(since begin: Tick) {
        let limit = Int64(Self.patience) * 500_000
        let isQuick = Tick.now.nanoseconds &- begin.nanoseconds < limit
        if isQuick { self.isQuick.store(true, ordering: .relaxed) }
    }

    private func register(_ waiter: Waiter, for side: Side) -> Bool {
        let wakening = state.withLock { state -> Wakening? in
            if let ending = state.ending { return .ended(ending) }
            // A function never replaces a waiting task.
            if case .function = waiter, case .task? = state[side] { return .cancelled }
            if state.socket == nil { return .ready }
            // After an event, the waiter reads or writes at once, and so learns what has happened.
            if state.takeEvent(side) || !arm(&state) { return .ready }
            state[side] = waiter
            return nil
        }
        if let wakening { waiter.wake(wakening) }
        return wakening == nil
    }

    /// The number of consecutive events without a waiter after which the system must report no more
    /// events.
    private static let idleEventLimit = 2

    private var place: (poller: Poller, token: UInt64)? {
        registration.withLock { $0.map { ($0.poller, $0.token) } }
    }

    /// Makes the system report each change of the socket, until ``idleEventLimit`` changes in a row
    /// had no waiter.
    private func arm(_ state: inout State) -> Bool {
        if state.isArmed { return true }
        guard let (poller, token) = place else { return false }
        let isArmed =
            state.isRegistered
            ? poller.report(true, changesOf: descriptor, token: token)
            : poller.add(connection: descriptor, token: token)
        guard isArmed else { return false }
        (state.isRegistered, state.isArmed, state.idleEvents) = (true, true, 0)
        return true
    }

    private func disarm(_ state: inout State) {
        guard let (poller, token) = place else { return }
        state.isArmed = !poller.report(false, changesOf: descriptor, token: token)
        (state.canRead, state.canWrite) = (false, false)
    }

    private func wake(_ side: Side, _ wakening: Wakening) {
        state.withLock { $0.take(side) }?.wake(wakening)
    }

    /// Sets a function that checks other deadlines of the connection and returns the time of the
    /// next check.
    func watchDeadlines(_ expire: @escaping @Sendable (Tick) -> Tick) {
        state.withLock { $0.expire = expire }
    }

    // MARK: - The reactor's thread

    /// Wakes the waiters that an event concerns.
    func occurred(_ event: PollerEvent) {
        let (reader, writer) = state.withLock { state -> (Waiter?, Waiter?) in
            state.hasFailed = state.hasFailed || event.hasFailed
            state.canRead = state.canRead || event.isReadable || event.hasEnded
            state.canWrite = state.canWrite || event.isWritable
            if state.reader == nil, state.writer == nil {
                state.idleEvents += 1
                let mustDisarm = state.idleEvents >= Self.idleEventLimit && state.isArmed
                if mustDisarm, state.socket != nil { disarm(&state) }
                return (nil, nil)
            }
            state.idleEvents = 0
            let reader =
                state.reader != nil && state.takeEvent(.reading) ? state.take(.reading) : nil
            let writer =
                state.writer != nil && state.takeEvent(.writing) ? state.take(.writing) : nil
            return (reader, writer)
        }
        reader?.wake(.ready)
        writer?.wake(.ready)
    }

    /// Wakes the waiters whose deadline has passed; returns the time of the next check.
    func expire(at now: Tick) -> Tick {
        let (expired, next) = state.withLock { state -> ([Waiter], Tick) in
            var (expired, next) = ([Waiter](), Tick.never)
            for side in [Side.reading, .writing] {
                guard let waiter = state[side] else { continue }
                if waiter.deadline <= now {
                    expired.append(waiter)
                    state[side] = nil
                } else {
                    next = min(next, waiter.deadline)
                }
            }
            return (expired, next)
        }
        for waiter in expired { waiter.wake(.timedOut) }
        guard let expire = state.withLock({ $0.expire }) else { return next }
        return min(expire(now), next)
    }

    // MARK: - The end

    /// The error by which this side has ended the connection, if it has done so.
    var ending: TransportError? { state.withLock { $0.ending } }

    /// Ends the connection for both sides, so that waits end with an error.
    func end(with error: TransportError) {
        let waiters = state.withLock { state -> [Waiter?] in
            state.ending = state.ending ?? error
            return [state.take(.reading), state.take(.writing)]
        }
        close()
        for waiter in waiters { waiter?.wake(.ended(error)) }
    }

    /// Closes the connection; later attempts to receive or send report its end.
    func close() {
        sessions.withLock { sessions in
            for session in sessions.reversed() { _ = session.sendCloseNotify() }
            sessions = []
        }
        let waiters = state.withLock { state -> [Waiter?] in
            state.socket = nil
            return [state.take(.reading), state.take(.writing)]
        }
        for waiter in waiters { waiter?.wake(.ready) }
    }

    /// Runs a closure with the socket, which cannot be closed in the meantime; returns `nil` if the
    /// socket is closed.
    @inline(__always)
    func withSocket<Result>(_ body: (borrowing Socket) -> Result) -> Result? {
        state.withLock { state in
            switch state.socket {
            case .some(let socket): body(socket)
            case nil: nil
            }
        }
    }
}
