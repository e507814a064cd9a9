// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import RecadoThreads
import Synchronization

/// Sends and receives on a shared connection, on the connection's thread.
protocol SharedConnectionDriver<Call> {
    associatedtype Call: Sendable

    /// True if some request has no answer yet.
    var isWaiting: Bool { get }

    /// The calls that were sent and have no answer yet.
    var underWay: [Call] { get }

    /// Sends calls; those that cannot be sent are passed to the pool.
    ///
    /// - Throws: A `StoreError` when the connection has ended.
    func send(_ calls: [Call]) throws(StoreError)

    /// Waits for the next answer.
    func receive()
}

/// A connection outside the pool, shared by the calls of many tasks.
///
/// ```
/// callers ──▶ waiting ──▶ driver ──▶ server
///    ▲                       ◀──────────┘
///    └── answer, or run again in the pool
/// ```
///
/// The connection has one thread, which the first call starts and which ends with the connection.
/// With a thread for each call, waking the threads would cost more than the server's answers.
final class SharedConnection<Call: Sendable>: DelayedWakeup {
    private struct State: Sendable, StoreThreadState {
        var waiting: [Call] = []
        /// The number of calls that are waiting or have been sent.
        var count = 0
        var isRunning = false
        var isConnected = false
        /// The time at which the thread began to wait for an answer or for a closure that reads it;
        /// `nil` when it does not wait.
        var isBusySince: ContinuousClock.Instant?
        /// True if the thread sleeps with no calls under way, and must be woken.
        var isIdle = false
        var timing = WakeupTiming()
        var isStopped = false
        /// The time until which no connection is attempted; `nil` if there is no such time.
        var rest: ContinuousClock.Instant?
        var ending: [CheckedContinuation<Void, Never>] = []
    }

    /// The connection is shared if at least this many calls are under way.
    private static var crowd: Int { 3 }

    let pool: Pool
    private let kind: CallKind
    /// The statements that only the pool runs for a while, because they were slow or failed.
    let slow = Mutex(SlowStatements())
    private let options: PostgreSQLStore.Options
    private let limit: Int
    private let batch: Int
    private let returnToPool: @Sendable (Call) -> Void
    private let makeDriver:
        @Sendable (PostgreSQLConnection, SharedConnection) -> any SharedConnectionDriver<Call>
    private let bell: WakeupPipe
    private let underWay = Atomic(0)
    private let state = Mutex(State())

    /// Prepares for a connection, which the first call opens; `nil` if the options allow none.
    ///
    /// - Parameters:
    ///   - pool: The pool, which runs the calls that this connection does not take.
    ///   - kind: The kind of the calls.
    ///   - limit: The maximum number of calls at a time, exceeded only while the pool has no room.
    ///   - batch: The maximum number of calls that are sent at a time.
    ///   - returnToPool: Passes a call to the pool.
    ///   - makeDriver: Creates the driver of a new connection.
    /// - Throws: A `StoreError` when the system has no descriptors left.
    init?(
        beside pool: Pool,
        for kind: CallKind,
        limit: Int,
        batch: Int = .max,
        returnToPool: @escaping @Sendable (Call) -> Void,
        makeDriver:
            @escaping @Sendable (PostgreSQLConnection, SharedConnection)
            -> any SharedConnectionDriver<Call>
    ) throws(StoreError) {
        guard pool.options.sharesConnections else { return nil }
        (self.pool, self.kind, options) = (pool, kind, pool.options.shared(for: kind))
        (self.limit, self.batch) = (limit, batch)
        (self.returnToPool, self.makeDriver) = (returnToPool, makeDriver)
        bell = try WakeupPipe()
    }

    // MARK: - Calls

    /// Counts a call that begins.
    ///
    /// - Returns: True if enough calls are under way to share the connection.
    func begin() -> Bool { underWay.add(1, ordering: .relaxed).newValue >= Self.crowd }

    /// Counts a call that ends.
    func end() { underWay.subtract(1, ordering: .relaxed) }

    /// True if only the pool may currently run a statement.
    func mustRest(_ statement: Statement) -> Bool {
        slow.withLock { $0.mustRest(statement.sql, at: .now) }
    }

    /// Queues a call for the connection's thread and waits for its outcome.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - caller: Its caller.
    /// - Returns: The outcome; `nil` if the pool must run the call.
    func outcome<Outcome>(of call: Call, for caller: SharedCaller<Outcome>) async -> Outcome? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if caller.wait(continuation), !add(call) { caller.resume(with: nil) }
            }
        } onCancel: {
            caller.leave()
        }
    }

    /// Queues a call; returns `false` if the pool must run it.
    private func add(_ call: Call) -> Bool {
        let turns = ThreadTurns.current
        let moment: WakeupTiming.Moment? = state.withLock { state in
            guard state.isConnected, !state.isStopped, !isFull(state) else { return nil }
            state.waiting.append(call)
            state.count += 1
            defer { state.isIdle = false }
            let count = state.waiting.count
            return state.timing.moment(isAsleep: state.isIdle, for: count, in: turns)
        }
        switch moment {
        case nil: startUnlessRunning()
        case .never: break
        case .now: bell.ring()
        case .atEndOfTurn: turns?.delay(self)
        }
        return moment != nil
    }

    /// Wakes the thread, if its wakeup was delayed to the end of an event loop's turn.
    func wakeUp() {
        if state.withLock({ $0.timing.end() }) { bell.ring() }
    }

    private func isFull(_ state: State) -> Bool {
        // Once the thread has waited for twice as long as one statement may take, further calls go
        // to the pool.
        if let since = state.isBusySince, since + SlowStatements.patience * 2 < .now { return true }
        return state.count >= limit
            && (state.count >= options.waitingLimit || pool.hasRoom(for: kind))
    }

    /// Takes the next batch of waiting calls.
    private func takeWaiting() -> [Call] {
        state.withLock { state in
            let taken = Array(state.waiting.prefix(batch))
            state.waiting.removeFirst(taken.count)
            return taken
        }
    }

    /// Passes calls to the pool, unless they have their answers.
    func returnToPool(_ calls: [Call]) {
        state.withLock { $0.count -= calls.count }
        for call in calls { returnToPool(call) }
    }

    /// Passes the waiting calls to the pool; none of them has been sent.
    func returnWaitingToPool() {
        let calls = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        returnToPool(calls)
    }

    /// Runs a closure that waits for the answers to some calls; after it returns, these calls no
    /// longer count as waiting or sent.
    func answering<Value>(_ count: Int, _ body: () -> Value) -> Value {
        state.withLock { $0.isBusySince = .now }
        defer { state.withLock { ($0.count, $0.isBusySince) = ($0.count - count, nil) } }
        return body()
    }

    // MARK: - The thread

    /// Starts a thread that connects; calls go to the pool until it is connected.
    private func startUnlessRunning() {
        let mustStart = state.withLock { state in
            let isResting = state.rest.map { $0 > .now } ?? false
            guard !state.isRunning, !state.isStopped, !isResting else { return false }
            state.isRunning = true
            return true
        }
        guard mustStart else { return }
        let failure = SystemThread.start {
            // `serve` closes the connection before `leave` resumes the tasks that wait for that.
            let (calls, rest) = self.serve()
            self.leave(calls, restFor: rest)
        }
        if failure != nil { leave([], restFor: .seconds(1)) }
    }

    /// Connects, and serves calls until the connection must be closed.
    ///
    /// - Returns: The calls without an answer, and the time to wait before the next connection.
    private func serve() -> (calls: [Call], rest: Duration) {
        let connection: PostgreSQLConnection
        do throws(StoreError) {
            connection = try PostgreSQLConnection.open(pool.address, options, bell)
        } catch {
            pool.note { $0.failedConnections += 1 }
            return ([], .seconds(1))
        }
        pool.note { $0.connections += 1 }
        let driver = makeDriver(connection, self)
        state.withLock { $0.isConnected = true }
        let end = ContinuousClock.now + options.maximumAge
        do throws(StoreError) {
            while !connection.isBroken {
                let mayBegin = ContinuousClock.now < end && !connection.isReplaced
                if mayBegin { try driver.send(takeWaiting()) }
                if driver.isWaiting {
                    driver.receive()
                } else if !mayBegin || !isAwaited(on: connection) {
                    break
                }
            }
            return (driver.underWay, .zero)
        } catch {
            return (driver.underWay, .seconds(1))
        }
    }

    /// Waits until there is something to send; returns `false` if the connection must be closed.
    private func isAwaited(on connection: PostgreSQLConnection) -> Bool {
        let (isIdle, isStopped) = state.withLock { state in
            state.isIdle = state.waiting.isEmpty
            return (state.isIdle, state.isStopped)
        }
        guard isIdle else { return true }
        if isStopped { return false }
        let patience = Deadline.after(options.idleTimeout)
        return switch bell.wait(for: connection.socket, WakeupPipe.reading, until: patience) {
        case .rung: true
        case .ready: connection.isAlive()
        case .timeIsUp: false
        }
    }

    /// Ends the thread; calls that have no answer yet go back to the pool.
    private func leave(_ underWay: [Call], restFor time: Duration) {
        let (calls, ending) = state.withLock { state in
            let calls = underWay + state.waiting
            state.count -= calls.count
            (state.waiting, state.isRunning, state.isConnected) = ([], false, false)
            state.rest = .now + time
            defer { state.ending = [] }
            return (calls, state.ending)
        }
        for call in calls { returnToPool(call) }
        for continuation in ending { continuation.resume() }
    }

    // MARK: - Ending

    /// True if no more calls are accepted.
    var isStopped: Bool { state.withLock(\.isStopped) }

    /// Refuses further calls, and closes the connection once all calls have their answers.
    func stop() {
        state.withLock { $0.isStopped = true }
        bell.ring()
    }

    /// Stops, and waits until the connection is closed.
    func close() async {
        stop()
        await state.waitForEnd()
    }
}

extension PostgreSQLStore.Options {
    /// The number of shared connections: one for reads and one for writes, or none.
    var sharedConnections: Int { sharesConnections ? 2 : 0 }

    /// True if connections may be shared: at least eight are allowed, and there is no pooler.
    fileprivate var sharesConnections: Bool {
        usesPipeline && !isBehindPooler && maximumConnections >= 8
    }

    /// Returns the options of a shared connection, with short timeouts, as a slow call delays
    /// others.
    fileprivate func shared(for kind: CallKind) -> PostgreSQLStore.Options {
        var options = self
        options.loneKind = kind
        let patience = SlowStatements.patience
        options.statementTimeout = min(options.statementTimeout ?? patience, patience)
        options.lockTimeout = min(options.lockTimeout, patience)
        return options
    }
}
