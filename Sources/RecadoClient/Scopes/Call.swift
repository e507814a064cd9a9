// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A call under way, as a value: it gives the result, and can be cancelled.
///
/// ```swift
/// let call = owner.start { try await client.send(RentFilm(id: 7)) }
/// call.cancel()
/// let film = try await call.value
/// ```
///
/// Copies represent the same call. Releasing all of them does not end it, as its ``CallScope``
/// keeps it.
public struct Call<Output: Sendable, Failure: Error>: Sendable {
    private let task: Task<Result<Output, Failure>, Never>
    private let bond: CancellationToken

    init(_ task: Task<Result<Output, Failure>, Never>, _ bond: CancellationToken) {
        self.task = task
        self.bond = bond
    }

    /// The value that the call returns, once the call has ended.
    ///
    /// Cancelling the task that waits for it cancels the call.
    ///
    /// - Throws: The error of the call. If the call was cancelled, it is a ``CallError`` of the
    ///   kind ``CallErrorKind/cancelled`` with ``CallError/cancellation``, unless the error type of
    ///   the operation does not allow that.
    public var value: Output {
        get async throws(Failure) { try await result.get() }
    }

    /// The value that the call returns, or its error, once the call has ended.
    ///
    /// Cancelling the task that waits for it cancels the call.
    public var result: Result<Output, Failure> {
        get async {
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                bond.cancel(.task)
            }
        }
    }

    /// The latest request that a client has made for the call, if there is one.
    ///
    /// It is the request before middleware has changed it. It may hold secrets, so do not write it
    /// to logs.
    public var request: Request? { bond.request }

    /// The reason for the cancellation, if the call was cancelled.
    public var cancellation: CancellationReason? { bond.reason }

    /// Cancels the call; does nothing if it has ended.
    public func cancel() {
        bond.cancel(.requested)
    }
}
