// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoStore

/// A store as handlers use it: what it cannot do is reported, and is an outage to callers.
struct ReportingStore: Sendable {
    private let store: any Store
    /// Takes note of what the store could not do.
    private let report: @Sendable (StoreError) -> Void

    init(_ store: any Store, report: @escaping @Sendable (StoreError) -> Void) {
        self.store = store
        self.report = report
    }

    /// Reads in one transaction.
    func read<Value: Sendable, Failure: Problem>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(HandlerError<Failure>) -> Value {
        do throws(TransactionError<Failure>) {
            return try await store.read(body)
        } catch {
            throw failure(for: error)
        }
    }

    /// Writes in one transaction.
    func write<Value: Sendable, Failure: Problem>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(HandlerError<Failure>) -> Value {
        do throws(TransactionError<Failure>) {
            return try await store.write(body)
        } catch {
            throw failure(for: error)
        }
    }

    private func failure<Failure: Problem>(
        for error: TransactionError<Failure>
    ) -> HandlerError<Failure> {
        switch error {
        case .failed(let failure): return .failed(failure)
        case .store(let error):
            // A caller that has left is no failure of the store.
            if error.code != .cancelled { report(error) }
            return .outage(ProblemDetails(error))
        }
    }
}
