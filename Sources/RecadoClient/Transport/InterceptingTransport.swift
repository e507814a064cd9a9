// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A transport that lets a closure look at, change, repeat or replace what passes.
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
/// The closure is called once for each request that passes, which is once for each attempt
/// if it stands below the layer that retries. It may call `next` as often as it likes: a
/// request whose content is not replayable can be sent once only. For tokens that expire
/// there is ``BearerTransport``.
public struct InterceptingTransport: Transport {
    /// A value to call that sends a request on to the transport below.
    public struct Next: Sendable {
        let base: any Transport
        let timeouts: Timeouts

        /// Sends a request on to the transport below.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - timeouts: The time limits; those of the call by default.
        /// - Returns: The answer, whatever its status.
        /// - Throws: An error that tells what kept the answer from arriving.
        public func callAsFunction(
            _ request: Request,
            timeouts: Timeouts? = nil
        ) async throws(TransportError) -> Response {
            try await base.send(request, timeouts: timeouts ?? self.timeouts)
        }
    }

    /// A closure that handles a request.
    ///
    /// It throws a ``TransportError`` of the kind that fits; any other error is reported as one of
    /// the kind ``TransportError/Kind/failed``, with the name of its type alone as the detail.
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

    /// Hands a request to the closure.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeouts: The time limits.
    /// - Returns: The result of the closure.
    /// - Throws: The errors of the closure, as errors of transports.
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
