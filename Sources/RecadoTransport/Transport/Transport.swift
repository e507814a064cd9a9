// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The interface between a client and the network: it sends one request and returns the answer.
///
/// A transport only moves messages. It does not follow redirects, store cookies or add credentials,
/// and treats an answer of any status as a success. Middleware provides such features: it consists
/// of transports that wrap another transport, so that layers can be combined in any order:
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
/// Every transport guarantees the following:
/// - The answer is returned as soon as its header section has arrived; its content is a stream that
///   arrives no faster than it is read.
/// - Cancelling the task ends the transfer. `send` throws an error of the kind
///   ``TransportError/Kind/cancelled``, and the content's source throws `CancellationError`.
/// - Releasing the content's source before its end abandons the transfer.
/// - Content that ends early is an error, never a short answer.
public protocol Transport: Sendable {
    /// Sends a request and returns the answer, whatever its status.
    ///
    /// - Parameters:
    ///   - request: The request to send; its scheme and authority name the server.
    ///   - timeouts: The time limits, until the last byte of the answer's content.
    /// - Returns: The final answer; informational ones (1xx) are skipped.
    /// - Throws: The error that prevented the answer from arriving.
    func send(_ request: Request, timeouts: Timeouts) async throws(TransportError) -> Response
}

extension Transport {
    /// Sends a request with the default timeouts and returns the answer, whatever its status.
    ///
    /// - Parameter request: The request to send.
    /// - Returns: The final answer.
    /// - Throws: The error that prevented the answer from arriving.
    public func send(_ request: Request) async throws(TransportError) -> Response {
        try await send(request, timeouts: Timeouts())
    }
}
