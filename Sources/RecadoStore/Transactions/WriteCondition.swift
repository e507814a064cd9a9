// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A condition that must hold when a task's transactions write, such as that a lease is still held.
///
/// A server that was suspended may resume after its lease has passed to another server. Each of its
/// transactions therefore checks the lease first, and writes nothing if the lease was lost. The
/// query locks the row that it finds, so that the lease cannot change until the transaction has
/// ended.
package final class WriteCondition: Sendable {
    @TaskLocal private static var current: WriteCondition?

    /// The store whose transactions must meet the condition.
    private let store: ObjectIdentifier
    /// A query that finds a row if the condition holds.
    private let query: Statement
    /// The error of a transaction when the condition does not hold.
    private let error: StoreError
    /// The condition of the enclosing work; `nil` if there is none.
    private let outer: WriteCondition?
    /// True once the work is done; tasks that outlive the work write without the condition.
    private let isOver = Atomic(false)

    private init(store: ObjectIdentifier, query: Statement, error: StoreError) {
        self.store = store
        self.query = query
        self.error = error
        outer = Self.current
    }

    /// Runs work; while it runs, its transactions write to a store only if a condition holds.
    ///
    /// - Parameters:
    ///   - query: Finds a row if the condition holds, and locks that row.
    ///   - store: The store; the transactions of other stores are not affected.
    ///   - error: The error of a transaction when the query finds nothing.
    ///   - body: The work.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    package static func holding<Value, Failure: Error>(
        _ query: Statement,
        in store: any Store,
        else error: StoreError,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let condition = WriteCondition(
            store: store.identifier,
            query: query,
            error: error
        )
        let result = await $current.withValue(condition) {
            do throws(Failure) {
                return Result<Value, Failure>.success(try await body())
            } catch {
                return .failure(error)
            }
        }
        condition.isOver.store(true, ordering: .relaxed)
        return try result.get()
    }

    /// Runs work, such as the renewal of the lease itself, without the current task's conditions.
    ///
    /// - Parameter body: The work.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    package static func suspended<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await $current.withValue(nil) { try await body() }
    }

    /// Returns the current task's conditions for a store's transactions, the innermost first.
    package static func all(for store: some Store & AnyObject) -> [WriteCondition] {
        guard let current else { return [] }
        let conditions = sequence(first: current, next: \.outer)
        return conditions.filter { $0.store == ObjectIdentifier(store) && !$0.isDone }
    }

    private var isDone: Bool { isOver.load(ordering: .relaxed) }

    /// Checks at the beginning of a transaction that the condition holds.
    package func check<Failure: Error>(
        _ transaction: borrowing Transaction<Failure>
    ) throws(TransactionError<Failure>) {
        // The work may have ended since the transaction was requested; then the condition does not
        // apply any more.
        guard try transaction.value(query, as: Int.self) != nil || isDone else {
            throw .store(error)
        }
    }
}
