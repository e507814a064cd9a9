// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// The writes of many callers that are committed together.
///
/// ```
/// INSERT, UPDATE, INSERT … sync ──▶ server   one transaction, one flush of its log
/// rows, rows, rows …  committed  ◀──
/// ```
///
/// Each is a statement that is a transaction by itself. Those that come while the server commits a
/// group are the next one. In a group they come one after the other, so that each sees what those
/// before it did; that is one of the orders in which they might have run alone. Where one of them
/// fails nothing of the group is kept: each begins anew in the pool, by itself, and the statement
/// that failed goes there for a while (``SlowStatements``).
final class GroupCommit: Sendable {
    /// The most statements of a group: they hold their locks until all have run.
    private static var largestGroup: Int { 64 }

    private let pool: Pool
    private let connection: SharedConnection<any GroupedCall>
    private let slow = Mutex(SlowStatements())
    private let underWay = Atomic(0)

    /// Makes room for groups beside a pool; `nil` where the options leave no connection for them.
    init?(beside pool: Pool) throws(StoreError) {
        guard pool.options.sharesConnections else { return nil }
        self.pool = pool
        connection = try SharedConnection(
            beside: pool,
            pool.options.shared,
            batch: Self.largestGroup
        ) { $0.giveBack() }
    }

    /// Runs a statement, if several others are written at this time.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - body: Runs the statement, and nothing else.
    /// - Returns: The value; `nil` where the pool has to do it.
    /// - Throws: The closure's error, when the statement is committed already; `commitUnknown` when
    ///   the connection ends meanwhile.
    func write<Value: Sendable>(
        _ statement: Statement,
        _ body: @escaping GroupedWrite<Value>.Body
    ) async throws(StoreError) -> Value? {
        let keyword = StatementKeyword(statement.sql)
        guard !Task.isCancelled, keyword.isAllowed, keyword.isRepeated, !mustRest(statement) else {
            return nil
        }
        let call = GroupedWrite(statement, body)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if call.caller.wait(continuation), !add(call) { call.giveBack() }
            }
        } onCancel: {
            call.caller.leave()
        }
        return try outcome?.get()
    }

    private func add(_ call: any GroupedCall) -> Bool {
        connection.add(call, limit: Self.largestGroup) { [self] connection in
            // A standby can run no serializable transaction.
            connection.isSerializable ? Driver(connection, self) : nil
        }
    }

    /// Counts a statement that begins.
    ///
    /// - Returns: Whether there are so many that they had better be committed together.
    func begin() -> Bool {
        underWay.add(1, ordering: .relaxed).newValue >= ReadPipeline.crowd
    }

    /// Counts a statement that ends.
    func end() { underWay.subtract(1, ordering: .relaxed) }

    private func mustRest(_ statement: Statement) -> Bool {
        slow.withLock { $0.mustRest(statement.sql, at: .now) }
    }

    // MARK: - The thread

    private final class Driver: SharedConnectionDriver {
        private let connection: PostgreSQLConnection
        private let commit: GroupCommit
        private var group: [(call: any GroupedCall, exchange: Exchange)] = []

        init(_ connection: PostgreSQLConnection, _ commit: GroupCommit) {
            (self.connection, self.commit) = (connection, commit)
            // Beyond it those that wait go to the pool.
            connection.patience = SlowStatements.patience
        }

        var isWaiting: Bool { !group.isEmpty }
        /// None: those of a group whose end is not known are told so.
        var underWay: [any GroupedCall] { [] }

        func send(_ calls: [any GroupedCall]) throws(StoreError) {
            guard !calls.isEmpty else { return }
            // A connection that was cut while it was idle has committed nothing.
            guard connection.isAlive() else { return commit.connection.giveBack(calls) }
            for call in calls where !append(call) { commit.connection.giveBack([call]) }
            if connection.isBroken {
                commit.connection.giveBack(group.map(\.call))
                group = []
            } else if isWaiting {
                // Whether it went out is found when the answer is read.
                try? connection.sync()
            }
        }

        /// Sends a statement; `false` where the pool has to.
        private func append(_ call: any GroupedCall) -> Bool {
            guard !connection.isBroken, !commit.mustRest(call.statement), call.begin() else {
                return false
            }
            // One that is too large is refused there.
            guard let exchange = try? Exchange(inGroup: call.statement, on: connection) else {
                return false
            }
            group.append((call, exchange))
            return true
        }

        func receive() {
            connection.lateness = lateness()
            let failure = commit.connection.answering(group.count, readAnswers)
            connection.lateness = nil
            if let failure { end(with: failure) } else { answer() }
            group = []
        }

        /// Reads until the group is committed.
        ///
        /// - Returns: The first error, with the statement that it is about unless it is the
        ///   commit; `nil` when the group is committed.
        private func readAnswers() -> (error: StoreError, sql: String?)? {
            var failure: (error: StoreError, sql: String?)?
            for (call, exchange) in group {
                if let error = call.read(exchange) {
                    failure = failure ?? (error, call.statement.sql)
                    if connection.isBroken { return failure }
                }
            }
            do throws(StoreError) {
                try connection.receiveMark()
            } catch {
                failure = failure ?? (error, nil)
            }
            return failure
        }

        private func answer() {
            let count = group.count
            commit.pool.note { statistics in
                statistics.commits += count
                statistics.groupedWrites += count
                statistics.roundTrips += 1
            }
            for (call, _) in group {
                commit.slow.withLock { $0.remove(call.statement.sql) }
                call.answer()
            }
        }

        /// Sends all to the pool if nothing was kept, and else tells that this is not known.
        private func end(with failure: (error: StoreError, sql: String?)) {
            let error = failure.error
            // Answers come in order: a server that ends the connection first has begun nothing.
            let isUnknown =
                connection.isBroken
                && !(error.sqlState?.hasPrefix("57P") == true
                    && group.allSatisfy { !$0.exchange.hasAnswer })
            if let sql = failure.sql, !connection.isBroken {
                commit.slow.withLock { $0.add(sql, at: .now) }
            }
            if error.sqlState == StoreError.readOnlyServer { _ = connection.lost() }
            for (call, _) in group {
                if isUnknown { call.abandon(.unknown(after: error)) } else { call.giveBack() }
            }
        }

        /// Sends the calls that wait to the pool while the server takes its time to commit, and
        /// tells those of the group when it takes too long; they may be kept later.
        private func lateness() -> Lateness {
            let (shared, calls) = (commit.connection, group.map(\.call))
            let timeout = commit.pool.options.statementTimeout
            let end = timeout.map { ContinuousClock.now + $0 + PostgreSQLConnection.grace }
            return Lateness(
                while: {
                    shared.giveBackWaiting()
                    guard let end, end < .now else { return true }
                    for call in calls { call.abandon(.lateCommit) }
                    return !shared.isStopped
                },
                tell: {}
            )
        }
    }

    // MARK: - Ending

    /// Takes nothing more, and closes the connection once all have their answers.
    func stop() { connection.stop() }

    /// Stops, and waits until the connection is closed.
    func close() async { await connection.close() }
}
