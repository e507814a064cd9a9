// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// On Apple's systems there is no RecadoSockets; Recado includes URLSessionTransport there.
#if !canImport(Darwin)
public import RecadoHTTP
public import RecadoTransport

/// A placeholder for the socket transport, in code that does not import RecadoSockets.
///
/// The compiler then finds this declaration, and its message names the module to import. If that
/// module is imported, the compiler prefers the real type, because this one is unavailable.
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
