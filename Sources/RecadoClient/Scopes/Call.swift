// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A call under way, as a value: what it yields, and the means to give it up.
///
/// ```swift
/// let call = owner.start { try await client.send(RentFilm(id: 7)) }
/// call.cancel()
/// let film = try await call.value
/// ```
///
/// Copies are the same call. Releasing all of them does not end it: its ``CallScope`` keeps it.
public struct Call<Output: Sendable, Failure: Error>: Sendable {
    private let task: Task<Result<Output, Failure>, Never>
    private let bond: CancellationToken

    init(_ task: Task<Result<Output, Failure>, Never>, _ bond: CancellationToken) {
        self.task = task
        self.bond = bond
    }

    /// The value that the call returns, once it is there.
    ///
    /// Cancelling the task that waits for it cancels the call.
    ///
    /// - Throws: The error of the call. If the call was cancelled it is a ``CallError`` of the kind
    ///   ``CallErrorKind/cancelled`` with ``CallError/cancellation``, unless the operation's own
    ///   type of error cannot be one.
    public var value: Output {
        get async throws(Failure) { try await result.get() }
    }

    /// The value that the call returns, or its error, once either is there.
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

    /// The request that yields the value: the latest that a client has made for the
    /// call, if it has come to that.
    ///
    /// It is the request before middleware has changed it. It may hold
    /// secrets: it is no text for logs.
    public var request: Request? { bond.request }

    /// The reason for the cancellation, if the call was cancelled.
    public var cancellation: CancellationReason? { bond.reason }

    /// Gives the call up; does nothing if it has ended.
    public func cancel() {
        bond.cancel(.requested)
    }
}
