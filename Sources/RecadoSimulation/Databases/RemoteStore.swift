// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A store on another host, which receives each transaction and returns its result over the
/// network.
final class RemoteStore: RemoteDatabase {
    private let database: SimulatedDatabase
    private let client: SimulatedHost
    private let id: HostID
    private let kernel: Kernel

    init(_ database: SimulatedDatabase, _ client: SimulatedHost) {
        (self.database, self.client) = (database, client)
        (id, kernel) = (client.state.id, client.kernel)
    }

    /// The time in nanoseconds after which a connection fails if nothing can be sent over it.
    private static let patience: Int64 = 10_000_000_000
    private static let retransmission: Int64 = 200_000_000
    /// The fraction of write transactions that are rolled back and run again, as PostgreSQL does
    /// with transactions that conflict.
    private static let repetition = 0.05

    var dialect: Dialect { .sqlite }

    func read<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        try await ask(isWrite: false) { store throws(TransactionError<Failure>) in
            try await store.read(body)
        }
    }

    func write<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        let conditions = WriteCondition.all(for: self)
        let isRepeated = kernel.weather.happens(Self.repetition)
        return try await ask(isWrite: true) { store throws(TransactionError<Failure>) in
            if isRepeated {
                // A transaction that conflicts with another one is rolled back, and run again.
                _ = try? await store.write { transaction throws(TransactionError<Failure>) in
                    for condition in conditions { try condition.check(transaction) }
                    _ = try body(transaction)
                    throw TransactionError<Failure>.store(StoreError(.serialization, "undone"))
                }
            }
            return try await store.write { transaction throws(TransactionError<Failure>) in
                for condition in conditions { try condition.check(transaction) }
                return try body(transaction)
            }
        }
    }

    func migrate(_ migrations: [Migration]) async throws(StoreError) -> [String] {
        do {
            return try await ask(isWrite: true) { store throws(TransactionError<Never>) in
                do throws(StoreError) {
                    return try await store.migrate(migrations)
                } catch {
                    throw .store(error)
                }
            }
        } catch {
            throw error.storeError
        }
    }

    /// Does nothing: the database continues to run, because other clients use it.
    func close() async {}

    // MARK: - Over the network

    private func ask<Value: Sendable, Failure: Error>(
        isWrite: Bool,
        _ work:
            @escaping @Sendable (any Store) async throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        let there = Path(from: id.number, to: database.host.number)
        kernel.note(.query, there, isWrite ? "write" : "read")
        if Task.isCancelled { throw .store(.cancellation) }
        guard await isThrough(there) else { throw .store(Self.lost) }
        guard let store = database.present else {
            throw .store(StoreError(.cannotOpen, "the database refuses connections"))
        }
        // If the client's host has crashed by now, chance decides whether all statements had
        // arrived. If not, the transaction is rolled back.
        if !kernel.isUp(id), kernel.weather.happens(0.5) { throw .store(Self.lost) }
        let result: Result<Value, TransactionError<Failure>>
        do {
            result = try await database.host.perform {
                do throws(TransactionError<Failure>) {
                    return .success(try await work(store))
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw .store(isWrite ? Self.unknown : Self.lost)
        }
        if await isThrough(Path(from: there.to, to: there.from)) { return try result.get() }
        if isWrite, case .success = result { throw .store(Self.unknown) }
        throw .store(Self.lost)
    }

    /// Waits until a message has reached the other host; returns `false` if the connection breaks.
    private func isThrough(_ path: Path) async -> Bool {
        let end = kernel.now + Self.patience
        var rest = Self.retransmission
        await sleep(kernel.travelTime())
        while kernel.cuts.contains(path) || !kernel.hosts[path.to].isUp
            || kernel.weather.happens(kernel.faults.loss)
        {
            guard kernel.now < end else { return false }
            await sleep(rest)
            rest *= 2
        }
        return !kernel.weather.happens(kernel.faults.resets)
    }

    /// Sleeps even if the task is cancelled, because the message is already under way.
    private func sleep(_ nanoseconds: Int64) async {
        // The continuation of a crashed host is never resumed, on purpose. A checked continuation
        // would report that as an error.
        await unsafe withUnsafeContinuation { continuation in
            kernel.plan(after: nanoseconds) { [kernel, id] in
                kernel.acting(as: id) { unsafe continuation.resume() }
            }
        }
    }

    private static var lost: StoreError {
        StoreError(.connectionLost, "the connection to the database has ended")
    }

    private static var unknown: StoreError {
        StoreError(.commitUnknown, "the connection has ended while a commit was under way")
    }
}
