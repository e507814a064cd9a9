// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// RecadoSockets does not exist on Apple's systems; URLSessionTransport comes with Recado there.
#if !canImport(Darwin)
public import RecadoHTTP
public import RecadoTransport

/// The transport over sockets, for code that does not import RecadoSockets.
///
/// The compiler then finds this declaration, and its message names the module to import; if that
/// module is imported, the available declaration takes precedence over this unavailable one.
@available(*, unavailable, message: "it comes with 'import Recado' or 'import RecadoSockets'")
public struct SocketTransport: Transport {
    /// Refuses to create a transport.
    public init() {}

    /// Refuses every request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeouts: The time limits.
    /// - Returns: Never.
    /// - Throws: An error of the kind `invalidRequest`.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        throw TransportError(.invalidRequest, "RecadoSockets is not imported")
    }
}
#endif
