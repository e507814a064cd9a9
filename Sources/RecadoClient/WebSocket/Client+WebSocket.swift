// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport

extension Client {
    /// Opens a WebSocket, with the client's credentials and header fields.
    ///
    /// The WebSocket has its own connection, which the client's transport must be able to open (see
    /// `ByteConnecting`). To the middleware, the opening handshake is a request whose answer has
    /// the status 101: cookies are sent and stored, a refused token is refreshed, and failed
    /// attempts are retried. Redirects are not followed. If the server answers with another status,
    /// the error holds the answer.
    ///
    /// ```swift
    /// do {
    ///     let socket = try await client.webSocket("live")
    ///     …
    /// } catch where error.response?.status == .unauthorized {
    ///     …
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin, where `ws` and
    ///     `wss` are equivalent to `http` and `https`; may include a query.
    ///   - protocols: The subprotocols to offer, the preferred one first.
    ///   - query: Additional query items.
    ///   - options: The options of this call. The timeouts apply to the opening handshake. Header
    ///     fields that the handshake sets itself are refused.
    ///   - configure: Changes the options of the WebSocket.
    /// - Returns: The WebSocket.
    /// - Throws: The reason why the WebSocket was not opened.
    public func webSocket(
        _ path: String,
        protocols: [String] = [],
        query: QueryItems = [:],
        with options: CallOptions = CallOptions(),
        configure: (inout WebSocket.Options) -> Void = { _ in }
    ) async throws(WebSocketError) -> WebSocket {
        let target: String
        do {
            target = try CallPath.target(of: Self.plainScheme(of: path), query: query, base: base)
        } catch {
            throw WebSocketError(.invalid, "\(error)", underlying: error)
        }
        var request = Request(
            method: .get,
            scheme: base.scheme,
            authority: base.authority ?? "",
            target: target
        )
        prepare(&request, options, isProtected: true)
        return try await open(request, protocols, options, configure)
    }

    /// Opens a WebSocket with a request that is complete except for the header fields of the
    /// opening handshake.
    func open(
        _ request: Request,
        _ protocols: [String],
        _ options: CallOptions,
        _ configure: (inout WebSocket.Options) -> Void
    ) async throws(WebSocketError) -> WebSocket {
        guard let connector = bottom as? any ByteConnecting else {
            throw WebSocketError(.invalid, "the client's transport opens no connections")
        }
        var settings = WebSocket.Options()
        configure(&settings)
        let opener = WebSocketOpener(connector, protocols: protocols, options: settings)
        let timeouts = options.timeouts ?? self.settings.timeouts
        let opened = try await opener.open(request, through: openings, timeouts: timeouts)
        return WebSocket(opened, options: settings)
    }

    /// Returns an address with `http` or `https` in place of `ws` or `wss` (RFC 6455 §3).
    private static func plainScheme(of path: String) -> String {
        let scheme = path.prefix { $0 != ":" }.lowercased()
        guard scheme == "ws" || scheme == "wss" else { return path }
        return (scheme == "ws" ? "http" : "https") + path.dropFirst(scheme.count)
    }
}
