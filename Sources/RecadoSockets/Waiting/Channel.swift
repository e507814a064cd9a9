// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoClient
import RecadoWire
import Synchronization

/// A socket that never blocks, and the tasks that wait for it.
///
/// One task may wait for reading and another for writing. Bytes go by the
/// TLS session once there is one.
final class Channel: Sendable {
    /// The end of a wait.
    enum Wakening: Sendable {
        /// The socket can be read or written, or that is worth an attempt.
        case ready
        case timedOut
        case cancelled
        /// The connection was ended from here.
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
        /// The events that came while nobody waited for them.
        var canRead = false
        var canWrite = false
        /// Whether nothing more can be read or written, which stays so.
        var hasFailed = false
        /// Whether the reactor is told of the descriptor at all, and of what happens on it now.
        var isRegistered = false
        var isArmed = false
        /// The number of events in a row that nobody waited for.
        var idleEvents = 0
        /// The socket, until it is closed.
        var socket: Socket?
        var ending: TransportError?
        /// Looks after others who wait for something over the connection.
        var expire: (@Sendable (Tick) -> Tick)?

        subscript(side: Side) -> Waiter? {
            get { side == .reading ? reader : writer }
            set { if side == .reading { reader = newValue } else { writer = newValue } }
        }

        init(_ socket: consuming Socket) {
            self.socket = consume socket
        }

        /// Takes note of what has happened in a direction; returns whether something has.
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
    /// The system's number of the socket, which another one may have once this is closed.
    let descriptor: Int32
    private let registration = Mutex<Reactor.Registration?>(nil)
    private let state: Mutex<State>
    /// The sessions of TLS over the socket, the innermost last; a proxy may have one of its own.
    let sessions = Mutex<[TLSSession]>([])
    /// Whether there is such a session.
    let isSecure = Atomic(false)
    /// Whether the last wait took so little time that another may be waited for in place.
    private let isQuick = Atomic(true)

    /// Takes over a socket, which is closed with the channel.
    init(_ socket: consuming Socket, reactor: Reactor) throws(TransportError) {
        self.reactor = reactor
        descriptor = socket.descriptor
        state = Mutex(State(socket))
        let registration = try reactor.add(self)
        self.registration.withLock { $0 = registration }
    }

    /// Makes a channel of a socket, unless the reactor takes none.
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
    ///   - deadline: When the wait ends without it.
    /// - Returns: The reason why the wait is over.
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

    /// Calls a function on the reactor's thread when the socket can be read or written, once.
    func notify(_ side: Side, _ function: @escaping @Sendable (Wakening) -> Void) {
        _ = register(.function(function), for: side)
    }

    /// Takes back a function that was to be called.
    ///
    /// Events from then on are kept for a task that waits.
    func cancelNotification(_ side: Side) {
        state.withLock { $0[side] = nil }
    }

    /// The time that is waited for in place, in milliseconds.
    private static let patience: Int32 = 1

    /// Waits where the task runs, if that is likely to take less time than to put the task aside.
    ///
    /// A thread of Swift's pool is kept for a millisecond at most, and only if there is no
    /// other call under way, the host has answered as quickly before, and no loop of a
    /// server is kept from its work.
    private func waitInPlace() -> Bool {
        guard isQuick.load(ordering: .relaxed), reactor.callCount.load(ordering: .relaxed) <= 1,
            unsafe withUnsafeCurrentTask(body: { unsafe $0?.unownedTaskExecutor == nil })
        else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if unsafe poll(&entry, 1, Self.patience) != 0 { return true }
        isQuick.store(false, ordering: .relaxed)
        return false
    }

    /// Notes that the other side takes less time than can be waited for in place.
    private func noteQuickness(since begin: Tick) {
        let limit = Int64(Self.patience) * 500_000
        let isQuick = Tick.now.nanoseconds &- begin.nanoseconds < limit
        if isQuick { self.isQuick.store(true, ordering: .relaxed) }
    }

    private func register(_ waiter: Waiter, for side: Side) -> Bool {
        let wakening = state.withLock { state -> Wakening? in
            if let ending = state.ending { return .ended(ending) }
            // A task is never put aside for a function.
            if case .function = waiter, case .task? = state[side] { return .cancelled }
            if state.socket == nil { return .ready }
            // Reading and writing tell more of what has happened.
            if state.takeEvent(side) || !arm(&state) { return .ready }
            state[side] = waiter
            return nil
        }
        if let wakening { waiter.wake(wakening) }
        return wakening == nil
    }

    /// After so many events that nobody waited for, the reactor is not told of any.
    private static let idleEventLimit = 2

    private var place: (poller: Poller, token: UInt64)? {
        registration.withLock { $0.map { ($0.poller, $0.token) } }
    }

    /// Has the reactor told of each change of the socket, until nobody waits any more.
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

    /// Has a function look after others whose time may be up; it returns when to look again.
    func watchDeadlines(_ expire: @escaping @Sendable (Tick) -> Tick) {
        state.withLock { $0.expire = expire }
    }

    // MARK: - The reactor's thread

    /// Wakes those who wait for what has happened.
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

    /// Wakes those whose time is up; returns when to look again.
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

    /// The error by which the connection was ended from here, if it was.
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

    /// Closes the connection; what is received or sent afterwards finds its end.
    func close() {
        sessions.withLock { sessions in
            for session in sessions.reversed() { _ = session.sayFarewell() }
            sessions = []
        }
        let waiters = state.withLock { state -> [Waiter?] in
            state.socket = nil
            return [state.take(.reading), state.take(.writing)]
        }
        for waiter in waiters { waiter?.wake(.ready) }
    }

    /// Works with the socket, while nobody can close it; `nil` when it is closed.
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
