// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A transport in which a closure can examine, change, repeat or replace requests and answers.
///
/// ```swift
/// let transport = InterceptingTransport(sockets) { request, next in
///     var request = request
///     request.fields["X-Tenant"] = "videoclub"
///     let answer = try await next(request)
///     guard answer.status == .serviceUnavailable else { return answer }
///     return try await next(request)
/// }
/// ```
///
/// The closure is called once for each request that passes through, and therefore once for each
/// attempt if this layer is below the layer that retries. It may call `next` any number of times,
/// but a request whose content is not replayable can be sent only once. For tokens that expire, use
/// `BearerTransport`.
public struct InterceptingTransport: Transport {
    /// A callable value that passes a request on to the transport below.
    public struct Next: Sendable {
        let base: any Transport
        let timeouts: Timeouts

        /// Passes a request on to the transport below.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - timeouts: The time limits; those of the call by default.
        /// - Returns: The answer, whatever its status.
        /// - Throws: The error that prevented the answer from arriving.
        public func callAsFunction(
            _ request: Request,
            timeouts: Timeouts? = nil
        ) async throws(TransportError) -> Response {
            try await base.send(request, timeouts: timeouts ?? self.timeouts)
        }
    }

    /// A closure that handles a request.
    ///
    /// It should throw a ``TransportError`` of an appropriate kind; any other error is reported as
    /// an error of the kind ``TransportError/Kind/failed``, with only the name of its type as the
    /// detail.
    public typealias Interception =
        @Sendable (_ request: Request, _ next: Next) async throws -> Response

    private let base: any Transport
    private let intercept: Interception

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - intercept: The closure that is called with each request.
    public init(_ base: any Transport, _ intercept: @escaping Interception) {
        self.base = base
        self.intercept = intercept
    }

    /// Passes a request to the closure.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeouts: The time limits.
    /// - Returns: The result of the closure.
    /// - Throws: The errors of the closure, converted to errors of transports.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        do {
            return try await intercept(request, Next(base: base, timeouts: timeouts))
        } catch let error as TransportError {
            throw error
        } catch is CancellationError {
            throw TransportError(.cancelled)
        } catch {
            throw TransportError(.failed, "an interception threw \(type(of: error))")
        }
    }
}
