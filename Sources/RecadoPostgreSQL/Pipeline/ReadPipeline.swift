// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Sends the reads of many callers together.
///
/// ```
/// SELECT, SELECT, SELECT … ──▶ server
/// answers in the same order  ◀──
/// ```
///
/// The thread alternates between sending the reads that have arrived and receiving the answers that
/// the server has sent so far. Each statement is a transaction by itself, of the same kind as the
/// store's other reads. Only closures that are known to run a single statement are accepted
/// (``SingleStatementReads``): such a closure is run once to find its statement, and again with the
/// answer. If anything goes wrong, the call runs from the beginning in the pool, which handles all
/// cases. Because a slow read would delay those behind it, the server stops it after 20 ms, and for
/// a while only the pool runs its statement (``SlowStatements``).
final class ReadPipeline: Sendable {
    let shared: SharedConnection<any PipelinedCall>
    private let singleReads: SingleStatementReads

    /// Creates a pipeline beside a pool; `nil` if the options leave no connection for it.
    init?(beside pool: Pool) throws(StoreError) {
        let shared = try SharedConnection<any PipelinedCall>(
            beside: pool,
            for: .read,
            limit: 64,
            returnToPool: { $0.returnToPool() },
            makeDriver: { Driver($0, $1) }
        )
        guard let shared else { return nil }
        (self.shared, singleReads) = (shared, pool.singleReads)
    }

    /// Reads through the pipeline, if it has room and the closure is known to run a single
    /// statement.
    ///
    /// - Returns: The value; `nil` if the pool must run the closure.
    /// - Throws: The closure's failure.
    func read<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value? {
        guard !Task.isCancelled,
            singleReads.contains(PooledCall.closureType(of: Value.self, Failure.self)),
            let statement = FirstStatement.of(body), singleReads.contains(statement.sql),
            !shared.mustRest(statement)
        else { return nil }
        let call = PipelinedRead(statement, singleReads, body)
        return try await shared.outcome(of: call, for: call.caller)?.get()
    }

    // MARK: - The thread

    private final class Driver: SharedConnectionDriver {
        private let connection: PostgreSQLConnection
        private let shared: SharedConnection<any PipelinedCall>
        private var flight: [(call: any PipelinedCall, exchange: Exchange)] = []

        init(
            _ connection: PostgreSQLConnection,
            _ shared: SharedConnection<any PipelinedCall>
        ) {
            (self.connection, self.shared) = (connection, shared)
        }

        var isWaiting: Bool { !flight.isEmpty }
        var underWay: [any PipelinedCall] { flight.map(\.call) }

        func send(_ calls: [any PipelinedCall]) throws(StoreError) {
            for (index, call) in calls.enumerated() {
                guard !shared.mustRest(call.statement) else {
                    shared.returnToPool([call])
                    continue
                }
                do throws(StoreError) {
                    let statement = call.statement
                    let exchange = try Exchange(statement, on: connection, isCancellable: false)
                    flight.append((call, exchange))
                } catch {
                    shared.returnToPool([call])
                    guard connection.isBroken else { continue }
                    shared.returnToPool(Array(calls[(index + 1)...]))
                    throw error
                }
            }
        }

        func receive() {
            let (call, exchange) = flight.removeFirst()
            let start = ContinuousClock.now
            let ending = shared.answering(1) { call.finish(with: exchange) }
            note(ending, of: call.statement.sql, since: start)
        }

        private func note(
            _ ending: PipelinedEnding,
            of sql: String,
            since start: ContinuousClock.Instant
        ) {
            switch ending {
            case .answered(let isKept):
                let isFast = start.duration(to: .now) < SlowStatements.patience
                shared.slow.withLock { isFast ? $0.remove(sql) : $0.add(sql, at: .now) }
                shared.pool.note { statistics in
                    if isKept { statistics.commits += 1 } else { statistics.rollbacks += 1 }
                    statistics.roundTrips += 1
                    statistics.pipelinedReads += 1
                }
            case .returned(let error):
                // A closure that begins with a different statement each time fails with `misuse`.
                // Its statement is treated as slow, so that the pool runs the closure for a while.
                let isSlow = [.timedOut, .busy, .misuse].contains(error.code)
                if isSlow { shared.slow.withLock { $0.add(sql, at: .now) } }
            }
        }
    }
}
