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
        var isConnected = false
        /// The time since when the thread waits for an answer, or for a closure that reads it.
        var isBusySince: ContinuousClock.Instant?
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
        guard !Task.isCancelled, pool.lone.contains(Call<Value, Failure>.self),
            let statement = FirstStatement.of(body), pool.lone.contains(statement.sql),
            !slow.withLock({ $0.mustRest(statement.sql, at: .now) })
        else { return nil }
        let call = PipelinedRead(statement, pool.lone, body)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                if call.wait(caller), !add(call) { call.giveBack() }
            }
        } onCancel: {
            call.giveBack()
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
        let (isTaken, mustWake) = state.withLock { state in
            guard state.isConnected, !state.isStopped, !isFull(state) else { return (false, false) }
            state.waiting.append(call)
            state.count += 1
            defer { state.isIdle = false }
            return (true, state.isIdle)
        }
        if mustWake { wakeUp.ring() }
        if !isTaken { startUnlessRunning() }
        return isTaken
    }

    private func isFull(_ state: State) -> Bool {
        // What takes so long takes a connection of the pool's for itself the next time.
        if let since = state.isBusySince, since + Self.patience * 2 < .now { return true }
        return state.count >= Self.limit && (state.count >= options.waitingLimit || pool.hasRoom)
    }

    /// Has a thread connect; calls go to the pool until it has.
    private func startUnlessRunning() {
        let mustStart = state.withLock { state in
            let isResting = state.rest.map { $0 > .now } ?? false
            guard !state.isRunning, !state.isStopped, !isResting else { return false }
            state.isRunning = true
            return true
        }
        if mustStart, !StoreThread.start({ self.work() }) { leave([], restFor: .seconds(1)) }
    }

    // MARK: - The thread

    private func work() {
        // The connection is closed by the time that others hear of it.
        let (calls, rest) = serve()
        leave(calls, restFor: rest)
    }

    /// Connects, and serves until the connection is to be closed.
    ///
    /// - Returns: The calls without an answer, and the time without a connection.
    private func serve() -> (calls: [any PipelinedCall], rest: Duration) {
        var flight: [(call: any PipelinedCall, exchange: Exchange)] = []
        do throws(StoreError) {
            let connection = try PostgreSQLConnection.open(pool.address, options, wakeUp)
            pool.note { $0.connections += 1 }
            state.withLock { $0.isConnected = true }
            let end = ContinuousClock.now + options.maximumAge
            while true {
                let mayBegin = ContinuousClock.now < end && !connection.isReplaced
                if mayBegin { try send(&flight, on: connection) }
                guard !flight.isEmpty else {
                    if !mayBegin || !isAwaited(on: connection) { break }
                    continue
                }
                let (call, exchange) = flight.removeFirst()
                receive(call, exchange)
                if connection.isBroken { break }
            }
            return (flight.map(\.call), .zero)
        } catch {
            if !state.withLock(\.isConnected) { pool.note { $0.failedConnections += 1 } }
            return (flight.map(\.call), .seconds(1))
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
            guard !slow.withLock({ $0.mustRest(call.statement.sql, at: .now) }) else {
                giveBack(call)
                continue
            }
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
        let (sql, start) = (call.statement.sql, ContinuousClock.now)
        state.withLock { $0.isBusySince = start }
        let ending = call.finish(with: exchange)
        state.withLock { ($0.count, $0.isBusySince) = ($0.count - 1, nil) }
        switch ending {
        case .answered(let isKept):
            let isFast = start.duration(to: .now) < Self.patience
            slow.withLock { isFast ? $0.remove(sql) : $0.add(sql, at: .now) }
            pool.note { statistics in
                if isKept { statistics.commits += 1 } else { statistics.rollbacks += 1 }
                statistics.roundTrips += 1
                statistics.pipelinedReads += 1
            }
        case .givenBack(let error):
            // Also one whose statement is another each time.
            let isSlow = [.timedOut, .busy, .misuse].contains(error.code)
            if isSlow { slow.withLock { $0.add(sql, at: .now) } }
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
            (state.waiting, state.isRunning, state.isConnected) = ([], false, false)
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
        await StoreThread.waitForEnd { continuation in
            state.withLock { state in
                if state.isRunning { state.ending.append(continuation) }
                return state.isRunning
            }
        }
    }
}

extension PostgreSQLStore.Options {
    /// The number of connections, among those there may be, on which reads travel together.
    var pipelines: Int { usesPipeline && !isBehindPooler && maximumConnections >= 8 ? 1 : 0 }
}
