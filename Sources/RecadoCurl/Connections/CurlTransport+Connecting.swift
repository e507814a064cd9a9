// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP

extension CurlTransport: ByteConnecting {
    /// Opens a connection to the host of a request, with the trust and the proxies of the transport.
    ///
    /// - Parameters:
    ///   - request: The scheme and the authority say where to; nothing else of it matters.
    ///   - timeouts: How long to wait; the time to connect counts, and the total.
    /// - Returns: The connection.
    /// - Throws: What kept it from being opened.
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
        let prepared = try PreparedRequest(target)
        let limit = [timeouts.connect, timeouts.total].compactMap { $0 }.min()
        let line = Line(to: prepared, connectTimeout: limit, mailbox: loops.choose(for: prepared))
        try await line.open()
        return CurlConnection(line)
    }
}
