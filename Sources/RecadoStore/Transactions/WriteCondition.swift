// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A condition under which a task's transactions write, such as that a lease is still held.
///
/// A server that stood still may go on after its lease has become another's. Each of its
/// transactions looks first whether it has: then it writes nothing. The query locks the row that it
/// finds, so that the lease stays as it is until the transaction has ended.
package struct WriteCondition: Sendable {
    @TaskLocal private static var current: WriteCondition?

    /// The store whose transactions it holds for.
    private let store: ObjectIdentifier
    /// Finds a row as long as the condition holds.
    private let query: Statement
    /// The error of a transaction when it does not.
    private let error: StoreError

    /// Carries something out whose transactions of a store write under a condition.
    ///
    /// - Parameters:
    ///   - query: Finds a row as long as the condition holds, and locks it.
    ///   - store: The store; the transactions of others are as ever.
    ///   - error: The error of a transaction when the query finds nothing.
    ///   - body: The work to be done.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    package static func holding<Value, Failure: Error>(
        _ query: Statement,
        in store: any Store,
        else error: StoreError,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let condition = WriteCondition(
            store: ObjectIdentifier(store as AnyObject),
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
        return try result.get()
    }

    /// The condition of the present task for a store's transactions.
    package static func of(_ store: some Store & AnyObject) -> WriteCondition? {
        guard let current, current.store == ObjectIdentifier(store) else { return nil }
        return current
    }

    /// Looks at the beginning of a transaction whether the condition holds.
    package func check<Failure: Error>(
        _ transaction: borrowing Transaction<Failure>
    ) throws(TransactionError<Failure>) {
        guard try transaction.value(query, as: Int.self) != nil else { throw .store(error) }
    }
}
