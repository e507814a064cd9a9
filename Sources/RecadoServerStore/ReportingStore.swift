// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
public import RecadoStore

/// A store for handlers that reports database errors and turns them into problem responses.
///
/// ```swift
/// let films = ReportingStore(store) { error in logger.error("\(error)") }
/// service.serve { (call: ShowFilm) async throws(HandlerError<ShowFilm.Failure>) in
///     try await films.read { transaction in … }
/// }
/// ```
///
/// With a `Tracer`, each transaction becomes a span with the name `read` or `write`. A handler's
/// own failures pass through unchanged. For a store's error, the caller learns only whether a retry
/// makes sense (`ProblemDetails.init(_:)`). Cancellations by the caller are not reported. Standbys
/// of the database answer the reads for which a ``ReplicaMiddleware`` allows it.
public struct ReportingStore: Sendable {
    @usableFromInline let store: any Store
    @usableFromInline let problem: @Sendable (StoreError) -> ProblemDetails
    @usableFromInline let report: @Sendable (StoreError) -> Void

    /// Creates a reporting store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - problem: Returns the problem for an error; by default `ProblemDetails.init(_:)`.
    ///   - report: Called with each error of the store, in the task of the request.
    public init(
        _ store: any Store,
        problem: @escaping @Sendable (StoreError) -> ProblemDetails = { ProblemDetails($0) },
        report: @escaping @Sendable (StoreError) -> Void
    ) {
        self.store = store
        self.problem = problem
        self.report = report
    }

    /// The dialect that statements must be written in.
    public var dialect: Dialect { store.dialect }

    /// Reads in one transaction.
    ///
    /// - Parameter body: Reads; it may be called several times.
    /// - Returns: The result of the body.
    /// - Throws: The failure of the body, or the problem for a store's error.
    @inlinable
    public func read<Value: Sendable, Failure: Problem>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(HandlerError<Failure>) -> Value {
        do throws(TransactionError<Failure>) {
            return try await Tracer.withSpan(
                "read",
                kind: .client,
                isFailure: isFailure
            ) { _ async throws(TransactionError<Failure>) in
                try await readable.read(body)
            }
        } catch {
            throw failure(for: error)
        }
    }

    /// Reads and writes in one transaction.
    ///
    /// - Parameter body: Reads and writes; it may be called several times.
    /// - Returns: The result of the body.
    /// - Throws: The failure of the body, or the problem for a store's error.
    @inlinable
    public func write<Value: Sendable, Failure: Problem>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(HandlerError<Failure>) -> Value {
        noteWrite()
        do throws(TransactionError<Failure>) {
            return try await Tracer.withSpan(
                "write",
                kind: .client,
                isFailure: isFailure
            ) { _ async throws(TransactionError<Failure>) in try await store.write(body) }
        } catch {
            throw failure(for: error)
        }
    }

    /// Runs one statement as a transaction of its own, and reads the rows that it returns.
    ///
    /// - Parameters:
    ///   - statement: The statement, such as `INSERT … RETURNING`.
    ///   - read: Creates a value from a row.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The problem for a store's error.
    public func execute<Value: Sendable>(
        _ statement: Statement,
        _ read: @escaping @Sendable (borrowing Row) throws -> Value
    ) async throws(HandlerError<Never>) -> [Value] {
        noteWrite()
        do throws(StoreError) {
            let isFailure: @Sendable (StoreError) -> Bool = { _ in true }
            return try await Tracer.withSpan(
                "write",
                kind: .client,
                isFailure: isFailure
            ) { _ async throws(StoreError) in try await store.execute(statement, read) }
        } catch {
            throw failure(for: TransactionError<Never>.store(error))
        }
    }

    /// The store for the next read: one that may use a standby, if the request allows it.
    @usableFromInline var readable: any Store { ClientReads.readable(store) }

    /// Records that the request writes, so that its later reads include the write.
    @usableFromInline
    func noteWrite() { ClientReads.noteWrite(to: store) }

    /// True if the store failed; false for the handler's own failure.
    @usableFromInline
    func isFailure<Failure: Problem>(_ error: TransactionError<Failure>) -> Bool {
        if case .store = error { true } else { false }
    }

    @inlinable
    func failure<Failure: Problem>(for error: TransactionError<Failure>) -> HandlerError<Failure> {
        switch error {
        case .failed(let failure): return .failed(failure)
        case .store(let error):
            // A call that was cancelled because its caller has left is not a failure of the store.
            if error.code != .cancelled { report(error) }
            return .problem(problem(error))
        }
    }
}
