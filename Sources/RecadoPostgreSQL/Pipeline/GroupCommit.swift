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

    let shared: SharedConnection<any GroupedCall>

    /// Makes room for groups beside a pool; `nil` where the options leave no connection for them.
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
        guard !Task.isCancelled, keyword.isAllowed, keyword.isRepeated,
            !shared.mustRest(statement), !statement.sql.utf8.contains(0)
        else { return nil }
        let call = GroupedWrite(statement, body)
        return try await shared.outcome(of: call, for: call.caller)?.get()
    }

    // MARK: - The thread

    /// The first error of a group, and the calls whose statements are to rest for it.
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
            // Beyond it those that wait go to the pool.
            connection.patience = SlowStatements.patience
        }

        var isWaiting: Bool { !group.isEmpty }
        /// None: those of a group whose end is not known are told so.
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
                // Whether it went out is found when the answer is read.
                try? connection.sync()
            }
        }

        /// Sends a statement; `false` where the pool has to.
        private func append(_ call: any GroupedCall) -> Bool {
            guard !connection.isBroken, !shared.mustRest(call.statement), call.begin() else {
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
            let (failure, isUndone) = shared.answering(group.count, readAnswers)
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

        /// Has statements go to the pool for a while.
        private func rest(_ calls: [any GroupedCall]) {
            shared.slow.withLock { slow in
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
