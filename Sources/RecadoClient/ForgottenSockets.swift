// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// RecadoSockets does not exist on Apple's systems, where Recado includes URLSessionTransport
// instead.
#if !canImport(Darwin)
public import RecadoHTTP
public import RecadoTransport

/// A placeholder for the socket transport, in code that does not import RecadoSockets.
///
/// If code names `SocketTransport` without that import, the compiler finds this declaration, whose
/// message names the module to import. If the module is imported, the compiler prefers the real
/// type, because this one is marked unavailable.
@available(*, unavailable, message: "it comes with 'import Recado' or 'import RecadoSockets'")
public struct SocketTransport: Transport {
    /// Unavailable: the real type is in RecadoSockets.
    public init() {}

    /// Throws an error for every request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeouts: The time limits.
    /// - Returns: Nothing, because it always throws.
    /// - Throws: An error of the kind `invalidRequest`.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        throw TransportError(.invalidRequest, "RecadoSockets is not imported")
    }
}
#endif
