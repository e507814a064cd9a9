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
            pool.options.shared(for: .write),
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
        // What has a NUL is another statement to libpq.
        guard !Task.isCancelled, keyword.isAllowed, keyword.isRepeated, !mustRest(statement),
            !statement.sql.utf8.contains(0)
        else { return nil }
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
        connection.add(call, limit: Self.largestGroup) { [self] in Driver($0, self) }
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

    /// The first error of a group, and the calls whose statements are to rest for it.
    private struct Failure {
        let error: StoreError
        let calls: [any GroupedCall]
    }

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
            let (failure, isUndone) = commit.connection.answering(group.count, readAnswers)
            connection.lateness = nil
            if let failure { end(with: failure, isUndone: isUndone) } else { answer() }
            group = []
        }

        /// Reads until the group is committed.
        ///
        /// - Returns: The first error, or `nil` when the group is committed; and whether nothing of
        ///   the group is kept, for the server has refused a statement or the commit.
        private func readAnswers() -> (failure: Failure?, isUndone: Bool) {
            let start = ContinuousClock.now
            let end = start + SlowStatements.patience
            var (failure, isUndone) = (Failure?.none, false)
            for (call, exchange) in group where !connection.isBroken {
                if let error = call.read(exchange), failure == nil {
                    failure = Failure(error: error, calls: [call])
                    isUndone = !connection.isBroken && error.sqlState != nil
                }
                // Others have waited for as long as for a single slow one.
                if end < .now { commit.connection.giveBackWaiting() }
            }
            guard !connection.isBroken else { return (failure, isUndone) }
            if failure == nil { note(start.duration(to: .now)) }
            do throws(StoreError) {
                try connection.receiveMark()
            } catch {
                guard failure == nil else { return (failure, isUndone) }
                return (Failure(error: error, calls: group.map(\.call)), !connection.isBroken)
            }
            return (failure, isUndone)
        }

        /// Has statements go to the pool for a while.
        private func rest(_ calls: [any GroupedCall]) {
            commit.slow.withLock { slow in
                for call in calls { slow.add(call.statement.sql, at: .now) }
            }
        }

        /// Takes note of the time that the statements of a group took together.
        ///
        /// Those of two milliseconds each are of a kind that had better run side by side.
        private func note(_ time: Duration) {
            if time > SlowStatements.patience, time > .milliseconds(2) * group.count {
                return rest(group.map(\.call))
            }
            commit.slow.withLock { slow in
                for (call, _) in group { slow.remove(call.statement.sql) }
            }
        }

        private func answer() {
            let count = group.count
            commit.pool.note { statistics in
                statistics.commits += count
                statistics.groupedWrites += count
                statistics.roundTrips += 1
            }
            for (call, _) in group { call.answer() }
        }

        /// Sends all to the pool if nothing was kept, and else tells that this is not known.
        private func end(with failure: Failure, isUndone: Bool) {
            let error = failure.error
            // Answers come in order: a server that ends the connection first has begun nothing.
            let hasBegun = group.contains { $0.exchange.hasAnswer }
            let isUndone = isUndone || error.sqlState?.hasPrefix("57P") == true && !hasBegun
            if !connection.isBroken { rest(failure.calls) }
            if error.sqlState == StoreError.readOnlyServer { _ = connection.lost() }
            for (call, _) in group {
                if isUndone { call.giveBack() } else { call.abandon(.unknown(after: error)) }
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
