// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import RecadoThreads
import Synchronization

/// The connections of a store.
///
/// ``PoolState`` decides under a lock what to do; the pool then does it outside of the lock.
final class Pool: Sendable {
    let address: ServerAddress
    let options: PostgreSQLStore.Options
    let statistics = Mutex(PostgreSQLStore.Statistics())
    let collisions = Collisions()
    let singleReads = SingleStatementReads()
    /// The first statements of reads that were slow.
    private let slow = Mutex(SlowStatements())
    private let clock = PoolClock()
    private let state: Mutex<State>

    private struct State: Sendable, StoreThreadState {
        var machine: PoolState
        var waiting: [PoolState.RequestID: WaitingCall] = [:]
        var workers: [PoolState.ConnectionID: Worker] = [:]
        /// The calls that connections are running.
        var served: [PoolState.ConnectionID: PooledCall] = [:]
        var lastRequest = 0
        var lastFailure: StoreError?
        var isRunning = true
        var ending: [CheckedContinuation<Void, Never>] = []
    }

    /// A waiting call, with its first statement if that may be slow.
    private struct WaitingCall {
        let call: PooledCall
        let first: String?
    }

    /// An action of the state machine, together with the object that it applies to.
    private enum Effect {
        case connect(PoolState.ConnectionID)
        case give(Worker, Worker.Order)
        case displace(PooledCall, from: Worker)
        case refuse(PooledCall, StoreError)
        case finish([CheckedContinuation<Void, Never>])
    }

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - address: The address of the server.
    ///   - options: The store's options.
    ///   - others: The number of the allowed connections that are opened outside the pool.
    /// - Throws: A `StoreError` when the system refuses another thread.
    init(
        _ address: ServerAddress,
        _ options: PostgreSQLStore.Options,
        beside others: Int = 0
    ) throws(StoreError) {
        self.address = address
        self.options = options
        var settings = options.poolSettings
        settings.maximum -= min(others, settings.maximum - 1)
        settings.longestBackOff = address.hosts.longestBackOff
        state = Mutex(State(machine: PoolState(settings)))
        let failure = SystemThread.start { [clock, weak self] in
            clock.run { self?.report(.timePassed) }
        }
        guard failure == nil else {
            throw StoreError(.outOfMemory, "the system refused another thread")
        }
    }

    deinit {
        clock.stop()
    }

    // MARK: - Calls

    /// Returns the first statement of a read if no connection is idle or some statements count as
    /// slow; otherwise `nil`.
    func first<Value, Failure: Error>(
        of body: (borrowing Transaction<Failure>) throws(TransactionError<Failure>) -> Value
    ) -> String? {
        let maySlow = slow.withLock { $0.mayRest(at: .now) }
        guard maySlow || state.withLock(\.machine.idle.isEmpty) else { return nil }
        return FirstStatement.of(body)?.sql
    }

    private func isSlow(_ first: String?) -> Bool {
        first.map { first in slow.withLock { $0.mustRest(first, at: .now) } } ?? false
    }

    /// Records whether a read was slow; if so, waiting reads that begin with its statement count as
    /// slow.
    ///
    /// - Parameters:
    ///   - sql: The first statement of the read.
    ///   - isSlow: True if the read was slow.
    func noteRead(by sql: String, isSlow: Bool) {
        let isNew = slow.withLock { slow in
            let mustRest = slow.mustRest(sql, at: .now)
            if isSlow { slow.add(sql, at: .now) } else { slow.remove(sql) }
            return isSlow && !mustRest
        }
        guard isNew else { return }
        let slowed = state.withLock { $0.waiting.filter { $0.value.first == sql }.map(\.key) }
        if !slowed.isEmpty { report(.slowed(Set(slowed))) }
    }

    /// Queues a call, waits until it has run and returns its result.
    ///
    /// - Parameters:
    ///   - kind: The kind of the call.
    ///   - first: The first statement of a read, if that may be slow.
    ///   - body: The closure that the call runs.
    /// - Returns: The result of the closure.
    /// - Throws: The closure's failure or the store's error.
    func submit<Value: Sendable, Failure: Error>(
        _ kind: CallKind,
        first: String? = nil,
        _ body: @escaping @Sendable (PostgreSQLSession) throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        let id = state.withLock { state in
            state.lastRequest += 1
            return PoolState.RequestID(number: state.lastRequest)
        }
        return try await PooledCall.result(of: kind, body) { call in
            let deadline = clock.now + options.acquisitionTimeout
            let use: PoolState.Use = isSlow(first) ? .slowRead : kind.use
            let waiting = WaitingCall(call: call, first: first)
            perform(.requested(id, until: deadline, for: use), waiting)
        } onCancel: {
            report(.withdrawn(id))
        }
    }

    /// Opens a first connection; returns true if it leads to a pooler instead of the server.
    ///
    /// A pooler is recognized by the process ID that it sends to its clients, which is not the ID
    /// of the server's process.
    func isPooled() async throws(StoreError) -> Bool {
        try await ask { connection throws(StoreError) in
            let session = PostgreSQLSession(connection, opening: nil)
            do throws(TransactionError<Never>) {
                let number = try Transaction<Never>(session)
                    .value("SELECT pg_backend_pid()", as: Int32.self)
                return number != connection.processID
            } catch {
                throw error.storeError
            }
        }
    }

    /// Waits for a connection, and passes it to a closure without beginning a transaction.
    func ask<Value: Sendable>(
        _ question: @escaping @Sendable (PostgreSQLConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        do throws(TransactionError<Never>) {
            return try await submit(.bare) { session throws(TransactionError<Never>) in
                do throws(StoreError) {
                    return try question(session.connection)
                } catch {
                    throw .store(error)
                }
            }
        } catch {
            throw error.storeError
        }
    }

    /// Puts a call at the front of the queue, because its connection could not run it, or because
    /// the call was interrupted to free its connection for other reads.
    func submitAgain(_ call: PooledCall, _ error: StoreError, isSlow: Bool = false) {
        guard call.waitAgain() else {
            return call.abandon(call.isCancelled ? .cancellation : error)
        }
        if isSlow { note { $0.displacedReads += 1 } }
        let id = state.withLock { state in
            state.lastRequest += 1
            return PoolState.RequestID(number: state.lastRequest)
        }
        // A call whose connection has failed is not interrupted again in favor of other calls.
        let isRead = call.kind == .read
        let use: PoolState.Use = isSlow ? .slowRead : isRead ? .bare : call.kind.use
        let deadline = isSlow ? clock.now + options.acquisitionTimeout : secondDeadline(of: call)
        let waiting = WaitingCall(call: call, first: nil)
        perform(.requested(id, until: deadline, isFirst: true, for: use), waiting)
    }

    /// Returns the time until which a call whose connection failed may wait for another one.
    ///
    /// The time on the failed connection counts, because a silent server may have used up what the
    /// caller is ready to wait. One second is always left for opening a connection.
    private func secondDeadline(of call: PooledCall) -> Duration {
        let left = options.acquisitionTimeout - call.start.duration(to: .now)
        return clock.now + max(left, min(.seconds(1), options.acquisitionTimeout))
    }

    // MARK: - Events

    func report(_ event: PoolState.Event) {
        perform(event, nil)
    }

    func failedToConnect(_ id: PoolState.ConnectionID, _ error: StoreError) {
        state.withLock { $0.lastFailure = error }
        note { $0.failedConnections += 1 }
        report(.failedToConnect(id))
    }

    func note(_ change: (inout PostgreSQLStore.Statistics) -> Void) {
        statistics.withLock { change(&$0) }
    }

    private func perform(_ event: PoolState.Event, _ call: WaitingCall?) {
        let now = clock.now
        let (effects, moment) = state.withLock { state -> ([Effect], Duration?) in
            if case .requested(let id, _, _, _) = event { state.waiting[id] = call }
            if case .withdrawn(let id) = event { state.waiting[id] = nil }
            if case .released(let id) = event { state.served[id] = nil }
            if case .ended(let id) = event { (state.workers[id], state.served[id]) = (nil, nil) }
            if case .failedToConnect(let id) = event { state.workers[id] = nil }
            let actions = state.machine.handle(event, at: now)
            return (actions.compactMap { effect($0, &state) }, state.machine.nextMoment)
        }
        clock.set(moment)
        for effect in effects { carryOut(effect) }
    }

    private func effect(_ action: PoolState.Action, _ state: inout State) -> Effect? {
        switch action {
        case .connect(let id): return .connect(id)
        case .run(let request, let id):
            guard let call = state.waiting.removeValue(forKey: request)?.call else { return nil }
            state.served[id] = call
            return state.workers[id].map { .give($0, .run(call)) }
        case .displace(let id):
            guard let call = state.served[id] else { return nil }
            return state.workers[id].map { .displace(call, from: $0) }
        case .check(let id): return state.workers[id].map { .give($0, .check) }
        case .close(let id): return state.workers[id].map { .give($0, .close) }
        case .refuse(let request, let refusal):
            guard let call = state.waiting.removeValue(forKey: request)?.call else { return nil }
            return .refuse(call, error(refusal, state.lastFailure))
        case .finished:
            state.isRunning = false
            defer { state.ending = [] }
            return .finish(state.ending)
        }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .connect(let id): connect(id)
        case .give(let worker, let order):
            guard !worker.give(order), case .run(let call) = order else { return }
            submitAgain(call, Worker.end)
        case .displace(let call, let worker): worker.displace(call)
        case .refuse(let call, let error):
            // A call that was cancelled meanwhile has its answer already.
            if call.begin() { call.abandon(error) }
        case .finish(let continuations):
            for continuation in continuations { continuation.resume() }
        }
    }

    private func connect(_ id: PoolState.ConnectionID) {
        let worker: Worker
        do throws(StoreError) {
            worker = Worker(id, self, try WakeupPipe())
        } catch {
            return failedToConnect(id, error)
        }
        state.withLock { $0.workers[id] = worker }
        if SystemThread.start({ worker.work() }) == nil { return }
        failedToConnect(id, StoreError(.outOfMemory, "the system refused another thread"))
    }

    private func error(_ refusal: PoolState.PoolError, _ last: StoreError?) -> StoreError {
        switch refusal {
        case .overloaded:
            StoreError(.overloaded, "as many calls wait already as may, of \(options.waitingLimit)")
        case .waitedTooLong:
            StoreError(
                .overloaded,
                "no connection was free within \(options.acquisitionTimeout)"
            )
        case .unreachable: last ?? StoreError(.cannotOpen, "the server cannot be reached")
        case .closed: StoreError(.closed, "the store is closed")
        }
    }

    // MARK: - Ending

    /// True if a call would get a connection at once.
    func hasRoom(for kind: CallKind) -> Bool {
        state.withLock { $0.machine.hasRoom(for: kind.use) }
    }

    /// True if the pool is being closed.
    var isClosing: Bool { state.withLock { $0.machine.isClosing } }

    /// Refuses new calls, serves those that wait, and closes every connection.
    func stop() {
        report(.closed)
    }

    /// Stops, and waits until the last connection is closed.
    func close() async {
        stop()
        await state.waitForEnd()
    }
}

extension PostgreSQLStore.Options {
    fileprivate var poolSettings: PoolState.Settings {
        var settings = PoolState.Settings()
        settings.maximum = min(max(maximumConnections, 1), 256)
        settings.minimum = min(max(minimumConnections, 0), settings.maximum)
        settings.waitingLimit = max(waitingLimit, 1)
        settings.idleTimeout = idleTimeout
        settings.keepAliveInterval = keepAliveInterval
        settings.maximumAge = maximumAge
        // The pool for standbys interrupts no reads: a read that waits long goes to the primary.
        if !makesRoom { settings.patience = .seconds(1 << 30) }
        return settings
    }
}
