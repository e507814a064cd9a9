// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// The transport below a layer of tokens, for the requests that fetch a token.
///
/// Only that layer creates it, and passes it only to the refresher. A refresh can therefore not
/// wait for itself.
public struct UnauthenticatedTransport: Transport {
    private let base: any Transport

    init(_ base: any Transport) {
        self.base = base
    }

    /// Sends a request without a token.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer.
    /// - Throws: An error of the transport below.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        try await base.send(request, timeouts: timeouts)
    }
}
