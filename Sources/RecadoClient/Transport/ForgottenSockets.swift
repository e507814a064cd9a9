// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Apple's systems have no such module, and URLSessionTransport comes with Recado there.
#if !canImport(Darwin)
public import RecadoHTTP

/// The transport over sockets, where RecadoSockets is not imported.
///
/// The compiler finds it here then, and says which module it is; where that is imported, what is
/// available goes before what is not.
@available(*, unavailable, message: "it comes with 'import Recado' or 'import RecadoSockets'")
public struct SocketTransport: Transport {
    /// Refuses to create a transport.
    public init() {}

    /// Refuses every request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeouts: The time limits.
    /// - Returns: Nothing.
    /// - Throws: An error of the kind `invalidRequest`.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        throw TransportError(.invalidRequest, "RecadoSockets is not imported")
    }
}
#endif
