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
/// Each statement is a transaction by itself. The statements that arrive while the server commits a
/// group form the next one. In a group they run one after the other, so that each sees the changes
/// of those before it; that is one of the orders in which they could have run alone. If one of them
/// fails, nothing of the group is kept: each begins anew in the pool, by itself, and the statement
/// that failed is left to the pool for a while (``SlowStatements``).
final class GroupCommit: Sendable {
    /// The most statements of a group, all of which hold their locks until the last has run.
    private static var largestGroup: Int { 64 }

    let shared: SharedConnection<any GroupedCall>

    /// Prepares for groups beside a pool; `nil` if the options leave no connection for them.
    init?(beside pool: Pool) throws(StoreError) {
        let shared = try SharedConnection<any GroupedCall>(
            beside: pool,
            for: .write,
            limit: Self.largestGroup,
            batch: Self.largestGroup,
            giveBack: { $0.giveBack() },
            makeDriver: { Driver($0, $1) }
        )
        guard let shared else { return nil }
        self.shared = shared
    }

    /// Runs a statement in a group, if several others are written at this time.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - body: Runs the statement, and nothing else.
    /// - Returns: The value; `nil` if the pool has to run the statement.
    /// - Throws: The closure's error, when the statement is committed already; `commitUnknown` when
    ///   the connection ends meanwhile.
    func write<Value: Sendable>(
        _ statement: Statement,
        _ body: @escaping GroupedWrite<Value>.Body
    ) async throws(StoreError) -> Value? {
        let keyword = StatementKeyword(statement.sql)
        // A text with a NUL would be another statement to libpq.
        guard !Task.isCancelled, keyword.isAllowed, keyword.isRepeated,
            !shared.mustRest(statement), !statement.sql.utf8.contains(0)
        else { return nil }
        let call = GroupedWrite(statement, body)
        return try await shared.outcome(of: call, for: call.caller)?.get()
    }

    // MARK: - The thread

    /// The first error of a group, and the calls whose statements are left to the pool because of
    /// it.
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
            // After this time, the calls that wait go to the pool.
            connection.patience = SlowStatements.patience
        }

        var isWaiting: Bool { !group.isEmpty }
        /// None: when the outcome of a group is unknown, its calls get an error that says so.
        var underWay: [any GroupedCall] { [] }

        func send(_ calls: [any GroupedCall]) throws(StoreError) {
            guard !calls.isEmpty else { return }
            // A connection that was cut while it was idle has committed nothing.
            guard connection.isAlive() else { return shared.giveBack(calls) }
            for call in calls where !append(call) { shared.giveBack([call]) }
            if connection.isBroken {
                shared.giveBack(group.map(\.call))
                group = []
            } else if isWaiting {
                // If the mark could not be sent, reading the answers gives the error.
                try? connection.sync()
            }
        }

        /// Sends a statement; `false` if the pool has to run it.
        private func append(_ call: any GroupedCall) -> Bool {
            guard !connection.isBroken, !shared.mustRest(call.statement), call.begin() else {
                return false
            }
            // The pool refuses a statement that is too large.
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
        /// - Returns: The first error, or `nil` when the group is committed; and true if nothing of
        ///   the group is kept, because the server has refused a statement or the commit.
        private func readAnswers() -> (failure: Failure?, isUndone: Bool) {
            let start = ContinuousClock.now
            let end = start + SlowStatements.patience
            var (failure, isUndone) = (Failure?.none, false)
            for (call, exchange) in group where !connection.isBroken {
                if let error = call.read(exchange), failure == nil {
                    failure = Failure(error: error, calls: [call])
                    isUndone = !connection.isBroken && error.sqlState != nil
                }
                // The calls that wait for this group have waited as long as one statement may take.
                if end < .now { shared.giveBackWaiting() }
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

        /// Leaves statements to the pool for a while.
        private func rest(_ calls: [any GroupedCall]) {
            shared.slow.withLock { slow in
                for call in calls { slow.add(call.statement.sql, at: .now) }
            }
        }

        /// Records the time that the statements of a group took together.
        ///
        /// Statements that take more than two milliseconds each run better side by side, in the
        /// pool.
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

        /// Sends all calls to the pool if nothing was kept; otherwise they get an error, because it
        /// is unknown what was kept.
        private func end(with failure: Failure, isUndone: Bool) {
            let error = failure.error
            // Answers come in order: a server that ends the connection before the first has begun
            // nothing.
            let hasBegun = group.contains { $0.exchange.hasAnswer }
            let isUndone = isUndone || error.sqlState?.hasPrefix("57P") == true && !hasBegun
            if !connection.isBroken { rest(failure.calls) }
            if error.sqlState == StoreError.readOnlyServer { _ = connection.lost() }
            for (call, _) in group {
                if isUndone { call.giveBack() } else { call.abandon(.unknown(after: error)) }
            }
        }

        /// Handles a late commit: the calls that wait go to the pool, and those of the group get an
        /// error when the commit takes too long; they may still be committed later.
        private func lateness() -> Lateness {
            let (shared, calls) = (shared, group.map(\.call))
            let timeout = shared.pool.options.statementTimeout
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
}
