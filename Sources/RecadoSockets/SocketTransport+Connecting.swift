// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

extension SocketTransport: ByteConnecting {
    /// Opens a connection to the host of a request, with the trust and
    /// the proxies of the transport.
    ///
    /// - Parameters:
    ///   - request: The request, whose scheme and authority name the host; the rest is ignored.
    ///   - timeouts: The time limits, of which only the time to connect and the total apply.
    /// - Returns: The connection.
    /// - Throws: The error that prevented the connection from being opened.
    public func connect(
        for request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> any ByteConnection {
        if Task.isCancelled { throw TransportError(.cancelled) }
        let target = Request(
            method: .get,
            scheme: request.scheme,
            authority: request.authority,
            target: "/"
        )
        let transfer = Transfer(
            try PreparedRequest(target),
            timeouts: timeouts,
            trace: nil,
            reactor: connections.reactor
        )
        let opened = try await connections.connector.open(for: transfer, isForRequests: false)
        return SocketConnection(opened.channel, authority: request.authority)
    }
}
