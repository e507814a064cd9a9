// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The seam of a client: something that sends one request and hands back the answer to it.
///
/// A transport moves messages and nothing else. It follows no redirect, keeps no cookie, adds no
/// credentials and takes an answer of any status for a success. Middleware that do such things are
/// transports over a transport, so that they combine in any order:
///
/// ```swift
/// struct Counting: Transport {
///     let base: any Transport
///     let calls: Calls
///
///     func send(
///         _ request: Request,
///         timeouts: Timeouts
///     ) async throws(TransportError) -> Response {
///         calls.increment()
///         return try await base.send(request, timeouts: timeouts)
///     }
/// }
/// ```
///
/// Every transport keeps these promises:
/// - The answer comes back as soon as its header section is there; its content is a stream that
///   arrives no faster than it is read.
/// - Cancelling the task ends the transfer. `send` throws an error of the kind
///   ``TransportError/Kind/cancelled``, the content's source `CancellationError`.
/// - Releasing the content's source before its end abandons the transfer.
/// - Content that ends early is an error, never a short answer.
public protocol Transport: Sendable {
    /// Sends a request and returns the answer, whatever its status.
    ///
    /// - Parameters:
    ///   - request: The request to send; its scheme and authority name the server.
    ///   - timeouts: The time limits, until the last byte of the answer's content.
    /// - Returns: The final answer; informational ones (1xx) have been passed over.
    /// - Throws: An error that tells what kept the answer from arriving.
    func send(_ request: Request, timeouts: Timeouts) async throws(TransportError) -> Response
}

extension Transport {
    /// Sends a request with the default timeouts and returns the answer, whatever its status.
    ///
    /// - Parameter request: The request to send.
    /// - Returns: The final answer.
    /// - Throws: An error that tells what kept the answer from arriving.
    public func send(_ request: Request) async throws(TransportError) -> Response {
        try await send(request, timeouts: Timeouts())
    }
}
