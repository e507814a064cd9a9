// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// A connection on which reads of many callers travel together.
///
/// ```
/// callers ──▶ waiting ──▶ SELECT, SELECT, SELECT … ──▶ server
///                          answers in the same order  ◀──
/// ```
///
/// With a thread for each call the threads' waking costs more than the server's answers. Here one
/// thread sends what has come meanwhile and reads what the server has done so far. Each statement
/// is a transaction by itself, of the kind that the store's reads are. The thread takes reads
/// that are known to ask one thing (``LoneReads``): such a closure is run once to find out its
/// statement, and again with the answer. Whatever goes wrong, the caller begins anew in the pool,
/// which knows what to do. A read that takes long would keep those behind it waiting: the server
/// ends it soon, and its statement goes to the pool for a while (``SlowStatements``).
final class ReadPipeline: Sendable {
    private struct State: Sendable {
        var waiting: [any PipelinedCall] = []
        /// The calls that wait or are on their way.
        var count = 0
        var isRunning = false
        /// Whether the thread sleeps with nothing on its way, and must be woken.
        var isIdle = false
        var isStopped = false
        /// The time before which no connection is tried again.
        var rest: ContinuousClock.Instant?
        var ending: [CheckedContinuation<Void, Never>] = []
    }

    /// The most calls at a time as long as the pool, whose threads share the work, has room.
    private static var limit: Int { 32 }
    /// The number of reads under way from which on they travel together.
    static var crowd: Int { 3 }
    /// The longest time for one statement, which keeps those behind it waiting.
    private static var patience: Duration { .milliseconds(20) }

    private let pool: Pool
    private let options: PostgreSQLStore.Options
    private let wakeUp: WakeupPipe
    private let state = Mutex(State())
    private let slow = Mutex(SlowStatements())
    private let underWay = Atomic(0)

    /// Makes a pipeline beside a pool; `nil` where the options leave no connection for it.
    init?(beside pool: Pool) throws(StoreError) {
        guard pool.options.pipelines > 0 else { return nil }
        self.pool = pool
        var options = pool.options
        options.statementTimeout = min(options.statementTimeout ?? Self.patience, Self.patience)
        options.lockTimeout = min(options.lockTimeout, Self.patience)
        options.onlyReads = true
        self.options = options
        wakeUp = try WakeupPipe()
    }

    // MARK: - Reading

    /// Reads, if several others do at this time and the closure is known to ask one thing.
    ///
    /// - Returns: The value; `nil` where the pool has to do it.
    /// - Throws: The closure's failure.
    func read<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value? {
        guard !Task.isCancelled, let statement = FirstStatement.of(body),
            pool.lone.contains(statement.sql),
            !slow.withLock({ $0.mustRest(statement.sql, at: .now) })
        else { return nil }
        let outcome = await withCheckedContinuation { caller in
            let call = PipelinedRead(statement, pool.lone, caller, body)
            if !add(call) { call.giveBack() }
        }
        return try outcome?.get()
    }

    /// Counts a read that begins.
    ///
    /// - Returns: Whether there are so many that they had better travel together.
    func begin() -> Bool { underWay.add(1, ordering: .relaxed).newValue >= Self.crowd }

    /// Counts a read that ends.
    func end() { underWay.subtract(1, ordering: .relaxed) }

    private func add(_ call: any PipelinedCall) -> Bool {
        let (isTaken, mustStart, mustWake) = state.withLock { state in
            let isResting = !state.isRunning && state.rest.map { $0 > .now } ?? false
            let isFull = state.count >= Self.limit && pool.hasRoom
            guard !state.isStopped, !isResting, !isFull, state.count < options.waitingLimit else {
                return (false, false, false)
            }
            state.waiting.append(call)
            state.count += 1
            defer { (state.isRunning, state.isIdle) = (true, false) }
            return (true, !state.isRunning, state.isIdle)
        }
        if mustStart, !StoreThread.start({ self.work() }) { leave([], restFor: .seconds(1)) }
        if mustWake { wakeUp.ring() }
        return isTaken
    }

    // MARK: - The thread

    private func work() {
        var flight: [(call: any PipelinedCall, exchange: Exchange)] = []
        do throws(StoreError) {
            let connection = try PostgreSQLConnection.open(pool.address, options, wakeUp)
            let end = ContinuousClock.now + options.maximumAge
            while ContinuousClock.now < end || !flight.isEmpty {
                let isNew = ContinuousClock.now < end && !connection.isReplaced
                if isNew { try send(&flight, on: connection) }
                guard !flight.isEmpty else {
                    if connection.isReplaced || !isAwaited(on: connection) { break }
                    continue
                }
                let (call, exchange) = flight.removeFirst()
                receive(call, exchange)
                if connection.isBroken { break }
            }
            leave(flight.map(\.call), restFor: .zero)
        } catch {
            leave(flight.map(\.call), restFor: .seconds(1))
        }
    }

    /// Sends what waits.
    private func send(
        _ flight: inout [(call: any PipelinedCall, exchange: Exchange)],
        on connection: PostgreSQLConnection
    ) throws(StoreError) {
        let new = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for (index, call) in new.enumerated() {
            do throws(StoreError) {
                let exchange = try Exchange(call.statement, on: connection, isCancellable: false)
                flight.append((call, exchange))
            } catch {
                giveBack(call)
                guard connection.isBroken else { continue }
                for call in new[(index + 1)...] { giveBack(call) }
                throw error
            }
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
        return switch wakeUp.wait(for: connection.socket, WakeupPipe.reading, until: patience) {
        case .rung: true
        case .ready: connection.isAlive()
        case .timeIsUp: false
        }
    }

    private func receive(_ call: any PipelinedCall, _ exchange: Exchange) {
        let error = call.finish(with: exchange)
        state.withLock { $0.count -= 1 }
        let sql = call.statement.sql
        if let error {
            let isSlow = error.code == .timedOut || error.code == .busy
            if isSlow { slow.withLock { $0.add(sql, at: .now) } }
            return
        }
        slow.withLock { $0.remove(sql) }
        pool.note { statistics in
            statistics.commits += 1
            statistics.roundTrips += 1
            statistics.pipelinedReads += 1
        }
    }

    private func giveBack(_ call: any PipelinedCall) {
        state.withLock { $0.count -= 1 }
        call.giveBack()
    }

    /// Ends the thread: what has no answer goes to the pool.
    private func leave(_ flight: [any PipelinedCall], restFor time: Duration) {
        let (calls, ending) = state.withLock { state in
            let calls = flight + state.waiting
            state.count -= calls.count
            (state.waiting, state.isRunning) = ([], false)
            state.rest = .now + time
            defer { state.ending = [] }
            return (calls, state.ending)
        }
        for call in calls { call.giveBack() }
        for continuation in ending { continuation.resume() }
    }

    // MARK: - Ending

    /// Takes nothing more, and closes the connection once all have their answers.
    func stop() {
        state.withLock { $0.isStopped = true }
        wakeUp.ring()
    }

    /// Stops, and waits until the connection is closed.
    func close() async {
        stop()
        await withCheckedContinuation { continuation in
            let isRunning = state.withLock { state in
                if state.isRunning { state.ending.append(continuation) }
                return state.isRunning
            }
            if !isRunning { continuation.resume() }
        }
    }
}

extension PostgreSQLStore.Options {
    /// The number of connections, among those there may be, on which reads travel together.
    var pipelines: Int { usesPipeline && !isBehindPooler && maximumConnections >= 8 ? 1 : 0 }
}
