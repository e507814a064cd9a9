// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A handle for a running call, with which code can wait for the result or cancel the call.
///
/// ```swift
/// let call = owner.start { try await client.send(RentFilm(id: 7)) }
/// call.cancel()
/// let film = try await call.value
/// ```
///
/// Copies represent the same call. Releasing all copies does not cancel it; releasing its
/// ``CallScope`` does.
public struct Call<Output: Sendable, Failure: Error>: Sendable {
    private let task: Task<Result<Output, Failure>, Never>
    private let bond: CancellationToken

    init(_ task: Task<Result<Output, Failure>, Never>, _ bond: CancellationToken) {
        self.task = task
        self.bond = bond
    }

    /// The result of the call, once it has ended.
    ///
    /// Cancelling the waiting task cancels the call.
    ///
    /// - Throws: The error of the call. If the call was cancelled, this is a ``CallError`` of the
    ///   kind ``CallErrorKind/cancelled`` with its ``CallError/cancellation``, unless the
    ///   operation's error type does not allow that.
    public var value: Output {
        get async throws(Failure) { try await result.get() }
    }

    /// The result of the call or its error, once the call has ended.
    ///
    /// Cancelling the waiting task cancels the call.
    public var result: Result<Output, Failure> {
        get async {
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                bond.cancel(.task)
            }
        }
    }

    /// The latest request of the call; `nil` if no client has made one yet.
    ///
    /// It is the request before middleware changes it. It may contain secrets, so do not log it.
    public var request: Request? { bond.request }

    /// The reason for the cancellation, if the call was cancelled.
    public var cancellation: CancellationReason? { bond.reason }

    /// Cancels the call; does nothing if it has ended.
    public func cancel() {
        bond.cancel(.requested)
    }
}
