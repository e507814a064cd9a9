// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// The reads of many callers that travel together.
///
/// ```
/// SELECT, SELECT, SELECT … ──▶ server
/// answers in the same order  ◀──
/// ```
///
/// The thread sends what has come meanwhile and reads what the server has done so far. Each
/// statement is a transaction by itself, of the kind that the store's reads are. The thread takes
/// reads that are known to ask one thing (``LoneReads``): such a closure is run once to find out
/// its statement, and again with the answer. Whatever goes wrong, the caller begins anew in the
/// pool, which knows what to do. A read that takes long would keep those behind it waiting: the
/// server ends it soon, and its statement goes to the pool for a while (``SlowStatements``).
final class ReadPipeline: Sendable {
    /// The most calls at a time as long as the pool has room.
    private static var limit: Int { 32 }

    /// The number of calls under way from which on they travel together.
    static var crowd: Int { 3 }

    private let pool: Pool
    private let connection: SharedConnection<any PipelinedCall>
    private let slow = Mutex(SlowStatements())
    private let underWay = Atomic(0)

    /// Makes a pipeline beside a pool; `nil` where the options leave no connection for it.
    init?(beside pool: Pool) throws(StoreError) {
        guard pool.options.sharesConnections else { return nil }
        self.pool = pool
        connection = try SharedConnection(beside: pool, pool.options.shared(for: .read)) {
            $0.giveBack()
        }
    }

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
            !mustRest(statement)
        else { return nil }
        let call = PipelinedRead(statement, pool.lone, body)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if call.caller.wait(continuation), !add(call) { call.giveBack() }
            }
        } onCancel: {
            call.caller.leave()
        }
        return try outcome?.get()
    }

    private func add(_ call: any PipelinedCall) -> Bool {
        connection.add(call, limit: Self.limit) { [self] in Driver($0, self) }
    }

    /// Counts a read that begins.
    ///
    /// - Returns: Whether there are so many that they had better travel together.
    func begin() -> Bool { underWay.add(1, ordering: .relaxed).newValue >= Self.crowd }

    /// Counts a read that ends.
    func end() { underWay.subtract(1, ordering: .relaxed) }

    private func mustRest(_ statement: Statement) -> Bool {
        slow.withLock { $0.mustRest(statement.sql, at: .now) }
    }

    // MARK: - The thread

    private final class Driver: SharedConnectionDriver {
        private let connection: PostgreSQLConnection
        private let pipeline: ReadPipeline
        private var flight: [(call: any PipelinedCall, exchange: Exchange)] = []

        init(_ connection: PostgreSQLConnection, _ pipeline: ReadPipeline) {
            (self.connection, self.pipeline) = (connection, pipeline)
        }

        var isWaiting: Bool { !flight.isEmpty }
        var underWay: [any PipelinedCall] { flight.map(\.call) }

        func send(_ calls: [any PipelinedCall]) throws(StoreError) {
            for (index, call) in calls.enumerated() {
                guard !pipeline.mustRest(call.statement) else {
                    pipeline.connection.giveBack([call])
                    continue
                }
                do throws(StoreError) {
                    let statement = call.statement
                    let exchange = try Exchange(statement, on: connection, isCancellable: false)
                    flight.append((call, exchange))
                } catch {
                    pipeline.connection.giveBack([call])
                    guard connection.isBroken else { continue }
                    pipeline.connection.giveBack(Array(calls[(index + 1)...]))
                    throw error
                }
            }
        }

        func receive() {
            let (call, exchange) = flight.removeFirst()
            let start = ContinuousClock.now
            let ending = pipeline.connection.answering(1) { call.finish(with: exchange) }
            pipeline.note(ending, of: call.statement.sql, since: start)
        }
    }

    private func note(
        _ ending: PipelinedEnding,
        of sql: String,
        since start: ContinuousClock.Instant
    ) {
        switch ending {
        case .answered(let isKept):
            let isFast = start.duration(to: .now) < SlowStatements.patience
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

    // MARK: - Ending

    /// Takes nothing more, and closes the connection once all have their answers.
    func stop() { connection.stop() }

    /// Stops, and waits until the connection is closed.
    func close() async { await connection.close() }
}

extension PostgreSQLStore.Options {
    /// The number of connections that calls share: one for reads and one for writes.
    var sharedConnections: Int { sharesConnections ? 2 : 0 }

    /// Whether there are enough connections, so that some may be shared.
    var sharesConnections: Bool { usesPipeline && !isBehindPooler && maximumConnections >= 8 }

    /// The options of a connection that calls share: what takes long holds up the others.
    func shared(for kind: CallKind) -> PostgreSQLStore.Options {
        var options = self
        options.loneKind = kind
        let patience = SlowStatements.patience
        options.statementTimeout = min(options.statementTimeout ?? patience, patience)
        options.lockTimeout = min(options.lockTimeout, patience)
        return options
    }
}
