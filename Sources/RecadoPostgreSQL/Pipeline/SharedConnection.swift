// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import RecadoThreads
import Synchronization

/// The sending and receiving on a shared connection, on its thread.
protocol SharedConnectionDriver<Call> {
    associatedtype Call: Sendable

    /// Whether something was sent that has no answer.
    var isWaiting: Bool { get }

    /// The calls that were sent and have no answer.
    var underWay: [Call] { get }

    /// Sends calls; those that cannot be sent are given back.
    ///
    /// - Throws: A `StoreError` when the connection has ended.
    func send(_ calls: [Call]) throws(StoreError)

    /// Waits for an answer to something that was sent.
    func receive()
}

/// A connection beside those of the pool, which calls of many tasks share.
///
/// ```
/// callers ──▶ waiting ──▶ driver ──▶ server
///    ▲                       ◀──────────┘
///    └── answer, or the way to the pool
/// ```
///
/// It has one thread, which the first call starts and which ends with the connection. With a
/// thread for each call the threads' waking costs more than the server's answers.
final class SharedConnection<Call: Sendable>: DelayedWakeup {
    private struct State: Sendable, StoreThreadState {
        var waiting: [Call] = []
        /// The calls that wait or are on their way.
        var count = 0
        var isRunning = false
        var isConnected = false
        /// The time since when the thread waits for an answer, or for a closure that reads it.
        var isBusySince: ContinuousClock.Instant?
        /// Whether the thread sleeps with nothing on its way, and must be woken.
        var isIdle = false
        var timing = WakeupTiming()
        var isStopped = false
        /// The time before which no connection is tried again.
        var rest: ContinuousClock.Instant?
        var ending: [CheckedContinuation<Void, Never>] = []
    }

    /// The number of calls under way from which on they share the connection.
    private static var crowd: Int { 3 }

    let pool: Pool
    private let kind: CallKind
    /// The statements that are the pool's for a while.
    let slow = Mutex(SlowStatements())
    private let options: PostgreSQLStore.Options
    private let limit: Int
    private let batch: Int
    private let giveBack: @Sendable (Call) -> Void
    private let makeDriver:
        @Sendable (PostgreSQLConnection, SharedConnection) -> any SharedConnectionDriver<Call>
    private let bell: WakeupPipe
    private let underWay = Atomic(0)
    private let state = Mutex(State())

    /// Prepares for a connection, which the first call makes; `nil` where the options leave none.
    ///
    /// - Parameters:
    ///   - pool: The pool, which takes the calls that this connection does not.
    ///   - kind: The kind of the calls.
    ///   - limit: The most calls at a time as long as the pool, whose threads share the work, has
    ///     room.
    ///   - batch: The most calls that are sent at a time.
    ///   - giveBack: Sends a call to the pool.
    ///   - makeDriver: Makes the driver of a new connection.
    /// - Throws: A `StoreError` when the system has no descriptors left.
    init?(
        beside pool: Pool,
        for kind: CallKind,
        limit: Int,
        batch: Int = .max,
        giveBack: @escaping @Sendable (Call) -> Void,
        makeDriver:
            @escaping @Sendable (PostgreSQLConnection, SharedConnection)
            -> any SharedConnectionDriver<Call>
    ) throws(StoreError) {
        guard pool.options.sharesConnections else { return nil }
        (self.pool, self.kind, options) = (pool, kind, pool.options.shared(for: kind))
        (self.limit, self.batch) = (limit, batch)
        (self.giveBack, self.makeDriver) = (giveBack, makeDriver)
        bell = try WakeupPipe()
    }

    // MARK: - Calls

    /// Counts a call that begins.
    ///
    /// - Returns: Whether there are so many that they had better share the connection.
    func begin() -> Bool { underWay.add(1, ordering: .relaxed).newValue >= Self.crowd }

    /// Counts a call that ends.
    func end() { underWay.subtract(1, ordering: .relaxed) }

    /// Whether a statement is the pool's for a while.
    func mustRest(_ statement: Statement) -> Bool {
        slow.withLock { $0.mustRest(statement.sql, at: .now) }
    }

    /// Has a call carried out.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - caller: Its caller.
    /// - Returns: The outcome; `nil` where the pool has to do it.
    func outcome<Outcome>(of call: Call, for caller: SharedCaller<Outcome>) async -> Outcome? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if caller.wait(continuation), !add(call) { caller.resume(with: nil) }
            }
        } onCancel: {
            caller.leave()
        }
    }

    /// Queues a call; `false` where it is the pool's.
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
        case .atEndOfTurn: turns?.putOff(self)
        }
        return moment != nil
    }

    /// Wakes the thread whose waking was put off.
    func wakeUp() {
        if state.withLock({ $0.timing.end() }) { bell.ring() }
    }

    private func isFull(_ state: State) -> Bool {
        // What takes so long takes a connection of the pool's for itself the next time.
        if let since = state.isBusySince, since + SlowStatements.patience * 2 < .now { return true }
        return state.count >= limit
            && (state.count >= options.waitingLimit || pool.hasRoom(for: kind))
    }

    /// Takes the calls that wait.
    private func takeWaiting() -> [Call] {
        state.withLock { state in
            let taken = Array(state.waiting.prefix(batch))
            state.waiting.removeFirst(taken.count)
            return taken
        }
    }

    /// Sends calls to the pool, unless they have their answers.
    func giveBack(_ calls: [Call]) {
        state.withLock { $0.count -= calls.count }
        for call in calls { giveBack(call) }
    }

    /// Sends the calls that nothing was done for to the pool.
    func giveBackWaiting() {
        let calls = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        giveBack(calls)
    }

    /// Waits for answers to calls, whose number is fewer then.
    func answering<Value>(_ count: Int, _ body: () -> Value) -> Value {
        state.withLock { $0.isBusySince = .now }
        defer { state.withLock { ($0.count, $0.isBusySince) = ($0.count - count, nil) } }
        return body()
    }

    // MARK: - The thread

    /// Has a thread connect; calls go to the pool until it has.
    private func startUnlessRunning() {
        let mustStart = state.withLock { state in
            let isResting = state.rest.map { $0 > .now } ?? false
            guard !state.isRunning, !state.isStopped, !isResting else { return false }
            state.isRunning = true
            return true
        }
        guard mustStart else { return }
        let failure = SystemThread.start {
            // The connection is closed by the time that others hear of it.
            let (calls, rest) = self.serve()
            self.leave(calls, restFor: rest)
        }
        if failure != nil { leave([], restFor: .seconds(1)) }
    }

    /// Connects, and serves until the connection is to be closed.
    ///
    /// - Returns: The calls without an answer, and the time without a connection.
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

    /// Waits until there is something to send; `false` when the connection is to be closed.
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

    /// Ends the thread: what has no answer goes to the pool.
    private func leave(_ underWay: [Call], restFor time: Duration) {
        let (calls, ending) = state.withLock { state in
            let calls = underWay + state.waiting
            state.count -= calls.count
            (state.waiting, state.isRunning, state.isConnected) = ([], false, false)
            state.rest = .now + time
            defer { state.ending = [] }
            return (calls, state.ending)
        }
        for call in calls { giveBack(call) }
        for continuation in ending { continuation.resume() }
    }

    // MARK: - Ending

    /// Whether nothing more is taken.
    var isStopped: Bool { state.withLock(\.isStopped) }

    /// Takes nothing more, and closes the connection once all have their answers.
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
    /// The number of connections that calls share: one for reads and one for writes.
    var sharedConnections: Int { sharesConnections ? 2 : 0 }

    /// Whether there are enough connections, so that some may be shared.
    fileprivate var sharesConnections: Bool {
        usesPipeline && !isBehindPooler && maximumConnections >= 8
    }

    /// The options of a connection that calls share: what takes long holds up the others.
    fileprivate func shared(for kind: CallKind) -> PostgreSQLStore.Options {
        var options = self
        options.loneKind = kind
        let patience = SlowStatements.patience
        options.statementTimeout = min(options.statementTimeout ?? patience, patience)
        options.lockTimeout = min(options.lockTimeout, patience)
        return options
    }
}
