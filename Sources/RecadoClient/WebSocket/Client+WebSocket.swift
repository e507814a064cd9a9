// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport

extension Client {
    /// Opens a WebSocket, with the credentials and the fields of the client.
    ///
    /// It uses a connection of its own, which the client's transport must be able to open (see
    /// `ByteConnecting`) and which ends with the WebSocket. The middleware sees the opening as a
    /// request whose answer has the status 101: cookies are sent and stored, a refused token is
    /// renewed, and failed attempts are repeated, but redirects are not followed. If the server
    /// answers with another status, the error holds the answer.
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
    ///   - path: The path below the base, or a whole URI of the base's origin, in which `ws` and
    ///     `wss` are equivalent to `http` and `https`; perhaps with a query.
    ///   - protocols: The protocols offered for use within the WebSocket, the preferred one first.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call. Its timeouts apply to the
    ///     opening; fields that the opening itself sets are refused.
    ///   - configure: Changes the options of the WebSocket.
    /// - Returns: The WebSocket.
    /// - Throws: The reason that the WebSocket was not opened.
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

    /// Opens a WebSocket with a request that lacks only the fields of an opening.
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

    /// Returns the same address with the scheme of HTTP (RFC 6455 §3).
    private static func plainScheme(of path: String) -> String {
        let scheme = path.prefix { $0 != ":" }.lowercased()
        guard scheme == "ws" || scheme == "wss" else { return path }
        return (scheme == "ws" ? "http" : "https") + path.dropFirst(scheme.count)
    }
}
