// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An object that starts calls and, when it is released, cancels those that are still running.
///
/// Use it for calls outside structured concurrency, such as those of a view model that may be
/// released before its answers arrive:
///
/// ```swift
/// final class CatalogModel {
///     private let calls = CallScope("catalog")
///
///     func load() -> Call<[Film], any Error> {
///         calls.start { try await client.get("films") }
///     }
/// }
/// ```
///
/// If a call is cancelled because its scope was released, its error says so: `cancelled: its owner
/// “catalog” was released`.
public final class CallScope: Sendable {
    /// The name of the scope, which errors show as the owner of the call.
    public let name: String

    /// The running calls, in an object of their own.
    ///
    /// A call that held the scope itself would keep the scope alive.
    private let calls = Calls()

    /// Creates a scope.
    ///
    /// - Parameter name: The name that errors show. It becomes part of logged descriptions.
    public init(_ name: String = "") {
        self.name = name
    }

    deinit {
        calls.cancelAll(.ownerReleased(name))
    }

    /// The number of running calls.
    public var count: Int { calls.count }

    /// Cancels all running calls; new calls can be started afterwards.
    public func cancelAll() {
        calls.cancelAll(.requested)
    }

    /// Starts a call.
    ///
    /// - Parameter operation: The call; it must not hold a strong reference to the scope, which
    ///   would keep the scope alive.
    /// - Returns: The running call.
    public func start<Output: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Output
    ) -> Call<Output, Failure> {
        start(operation) { _ in }
    }

    /// Starts a call and passes its result to a closure on the main actor, for code that uses
    /// callbacks.
    ///
    /// ```swift
    /// owner.start { try await client.get("films", as: [Film].self) } completion: { result in
    ///     if case .success(let films) = result { show(films) }
    /// }
    /// ```
    ///
    /// The closure is called exactly once, even if the call is cancelled.
    ///
    /// - Parameters:
    ///   - operation: The call; it must not hold a strong reference to the scope, which would keep
    ///     the scope alive.
    ///   - completion: The closure that receives the result or the error.
    /// - Returns: The running call.
    @discardableResult
    public func start<Output: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Output,
        completion: @escaping @MainActor @Sendable (Result<Output, Failure>) -> Void
    ) -> Call<Output, Failure> {
        start(operation) { result in await completion(result) }
    }

    private func start<Output: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Output,
        _ finish: @escaping @Sendable (Result<Output, Failure>) async -> Void
    ) -> Call<Output, Failure> {
        let bond = CancellationToken()
        let calls = calls
        calls.add(bond)
        let task = Task {
            let result = await CancellationToken.$current.withValue(bond) {
                await Self.result(of: operation, bond)
            }
            bond.end()
            calls.remove(bond)
            await finish(result)
            return result
        }
        bond.attach { task.cancel() }
        return Call(task, bond)
    }

    private static func result<Output: Sendable, Failure: Error>(
        of operation: @Sendable () async throws(Failure) -> Output,
        _ bond: CancellationToken
    ) async -> Result<Output, Failure> {
        do throws(Failure) {
            return .success(try await operation())
        } catch {
            guard error is CancellationError else { return .failure(error) }
            // Only a client's errors report why a call was cancelled. If other code throws the
            // error, the reason is added here.
            var record = CallRecord(nil)
            record.noteCancellation(error)
            return .failure(CallError<Never>(.cancelled, record) as? Failure ?? error)
        }
    }

    /// The running calls of one scope.
    private final class Calls: Sendable {
        private let bonds = Mutex<[ObjectIdentifier: CancellationToken]>([:])

        var count: Int { bonds.withLock(\.count) }

        func add(_ bond: CancellationToken) {
            bonds.withLock { $0[ObjectIdentifier(bond)] = bond }
        }

        func remove(_ bond: CancellationToken) {
            bonds.withLock { $0[ObjectIdentifier(bond)] = nil }
        }

        func cancelAll(_ reason: CancellationReason) {
            let all = bonds.withLock { Array($0.values) }
            for bond in all { bond.cancel(reason) }
        }
    }
}
