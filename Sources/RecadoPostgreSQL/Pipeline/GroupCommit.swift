// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Commits the writes of many callers together.
///
/// ```
/// INSERT, UPDATE, INSERT … sync ──▶ server   one transaction, one flush of its log
/// rows, rows, rows …  committed  ◀──
/// ```
///
/// Each statement counts as a transaction by itself. Statements that arrive while the server
/// commits a group form the next group. The statements of a group run one after the other, so each
/// sees the changes of those before it, as if they had run alone in that order. If one of them
/// fails, the whole group is rolled back. Each call then runs by itself in the pool, and for a
/// while only the pool runs the failed statement (``SlowStatements``).
final class GroupCommit: Sendable {
    /// The maximum number of statements in a group; limited because all hold their locks until the
    /// last has run.
    private static var largestGroup: Int { 64 }

    let shared: SharedConnection<any GroupedCall>

    /// Creates a group commit beside a pool; `nil` if the options leave no connection for it.
    init?(beside pool: Pool) throws(StoreError) {
        let shared = try SharedConnection<any GroupedCall>(
            beside: pool,
            for: .write,
            limit: Self.largestGroup,
            batch: Self.largestGroup,
            returnToPool: { $0.returnToPool() },
            makeDriver: { Driver($0, $1) }
        )
        guard let shared else { return nil }
        self.shared = shared
    }

    /// Runs a statement in a group, if the connection for groups can take it.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - body: Runs the statement and nothing else.
    /// - Returns: The value; `nil` if the pool must run the statement.
    /// - Throws: The closure's error, although the statement is committed; `commitUnknown` if the
    ///   connection ends during the commit.
    func write<Value: Sendable>(
        _ statement: Statement,
        _ body: @escaping GroupedWrite<Value>.Body
    ) async throws(StoreError) -> Value? {
        let keyword = StatementKeyword(statement.sql)
        // libpq would cut a text at its first NUL and thus run a different statement.
        guard !Task.isCancelled, keyword.isAllowed, keyword.isRepeated,
            !shared.mustRest(statement), !statement.sql.utf8.contains(0)
        else { return nil }
        let call = GroupedWrite(statement, body)
        return try await shared.outcome(of: call, for: call.caller)?.get()
    }

    // MARK: - The thread

    /// The first error of a group, and the calls whose statements only the pool runs for a while
    /// because of the error.
    private struct Failure {
        let error: StoreError
        let calls: [any GroupedCall]
    }

    private final class Driver: SharedConnectionDriver {
        private let connection: PostgreSQLConnection
        private let shared: SharedConnection<any GroupedCall>
        private var group: [(call: any GroupedCall, exchange: Exchange)] = []

        init(
            _ connection: PostgreSQLConnection,
            _ shared: SharedConnection<any GroupedCall>
        ) {
            (self.connection, self.shared) = (connection, shared)
            // If no answer arrives in this time, the waiting calls are passed to the pool.
            connection.patience = SlowStatements.patience
        }

        var isWaiting: Bool { !group.isEmpty }
        /// Always empty: the pool must not repeat calls whose outcome is unknown, so these calls
        /// get an error.
        var underWay: [any GroupedCall] { [] }

        func send(_ calls: [any GroupedCall]) throws(StoreError) {
            guard !calls.isEmpty else { return }
            // If the connection was lost while idle, nothing was sent yet, so the pool can run the
            // calls.
            guard connection.isAlive() else { return shared.returnToPool(calls) }
            for call in calls where !append(call) { shared.returnToPool([call]) }
            if connection.isBroken {
                shared.returnToPool(group.map(\.call))
                group = []
            } else if isWaiting {
                // If the sync mark cannot be sent, reading the answers reports the error.
                try? connection.sync()
            }
        }

        /// Sends a statement; returns `false` if the pool must run it.
        private func append(_ call: any GroupedCall) -> Bool {
            guard !connection.isBroken, !shared.mustRest(call.statement), call.begin() else {
                return false
            }
            // A statement that is too large is left to the pool, which refuses it.
            guard let exchange = try? Exchange(inGroup: call.statement, on: connection) else {
                return false
            }
            group.append((call, exchange))
            return true
        }

        func receive() {
            connection.lateness = lateness()
            let (failure, isUndone) = shared.answering(group.count, readAnswers)
            connection.lateness = nil
            if let failure { end(with: failure, isUndone: isUndone) } else { answer() }
            group = []
        }

        /// Reads until the group is committed.
        ///
        /// - Returns: The first error, or `nil` if the group is committed; and true if the whole
        ///   group was rolled back, because the server refused a statement or the commit.
        private func readAnswers() -> (failure: Failure?, isUndone: Bool) {
            let start = ContinuousClock.now
            let end = start + SlowStatements.patience
            var (failure, isUndone) = (Failure?.none, false)
            for (call, exchange) in group where !connection.isBroken {
                if let error = call.read(exchange), failure == nil {
                    failure = Failure(error: error, calls: [call])
                    isUndone = !connection.isBroken && error.sqlState != nil
                }
                // The calls that wait for this group have already waited as long as one statement
                // may take.
                if end < .now { shared.returnWaitingToPool() }
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

        /// Makes only the pool run the statements of the calls for a while.
        private func rest(_ calls: [any GroupedCall]) {
            shared.slow.withLock { slow in
                for call in calls { slow.add(call.statement.sql, at: .now) }
            }
        }

        /// Records the total time of a group's statements.
        ///
        /// Statements that take more than two milliseconds on average run better in parallel, in
        /// the pool.
        private func note(_ time: Duration) {
            if time > SlowStatements.patience, time > .milliseconds(2) * group.count {
                return rest(group.map(\.call))
            }
            shared.slow.withLock { slow in
                for (call, _) in group { slow.remove(call.statement.sql) }
            }
        }

        private func answer() {
            let count = group.count
            shared.pool.note { statistics in
                statistics.commits += count
                statistics.groupedWrites += count
                statistics.roundTrips += 1
            }
            for (call, _) in group { call.answer() }
        }

        /// Passes all calls to the pool if the group was rolled back; otherwise sends them an
        /// error, because the outcome is unknown.
        private func end(with failure: Failure, isUndone: Bool) {
            let error = failure.error
            // Answers arrive in order, so if the server shuts down before the first answer, it
            // has run nothing.
            let hasBegun = group.contains { $0.exchange.hasAnswer }
            let isUndone = isUndone || error.sqlState?.hasPrefix("57P") == true && !hasBegun
            if !connection.isBroken { rest(failure.calls) }
            if error.sqlState == StoreError.readOnlyServer { _ = connection.lost() }
            for (call, _) in group {
                if isUndone { call.returnToPool() } else { call.abandon(.unknown(after: error)) }
            }
        }

        /// Returns the policy for a late commit: waiting calls go to the pool, and if the commit
        /// takes too long, the group's calls get an error; they may still be committed later.
        private func lateness() -> LateCommitPolicy {
            let (shared, calls) = (shared, group.map(\.call))
            let timeout = shared.pool.options.statementTimeout
            let end = timeout.map { ContinuousClock.now + $0 + PostgreSQLConnection.grace }
            return LateCommitPolicy(
                while: {
                    shared.returnWaitingToPool()
                    guard let end, end < .now else { return true }
                    for call in calls { call.abandon(.lateCommit) }
                    return !shared.isStopped
                },
                tell: {}
            )
        }
    }
}
