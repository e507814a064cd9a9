// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Client {
    /// Opens a WebSocket, with the credentials and the fields of the client.
    ///
    /// It is a connection of its own, which the client's transport has to be able to open (see
    /// ``ByteConnecting``) and which ends with it. The middleware sees the opening as a request
    /// whose answer has the status 101: cookies go along and are kept, a token that was refused is
    /// renewed, what failed is tried again. But it is not redirected. A server that answers with
    /// something else is an error that holds the answer.
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
    ///   - path: The path below the base, or a whole URI of the base's origin, for which `ws` and
    ///     `wss` stand for `http` and `https`; perhaps with a query.
    ///   - protocols: The protocols to be spoken within the WebSocket, the best first.
    ///   - query: Further names and values of the query.
    ///   - options: The settings that are different for this call. Its timeouts are those of the
    ///     opening; fields that belong to the opening itself are refused.
    ///   - configure: Changes how the WebSocket behaves.
    /// - Returns: The WebSocket.
    /// - Throws: An error that tells why there is none.
    public func webSocket(
        _ path: String,
        protocols: [String] = [],
        query: QueryItems = [:],
        with options: CallOptions = CallOptions(),
        configure: (inout WebSocketOptions) -> Void = { _ in }
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

    /// Opens a WebSocket with a request that is complete but for what makes it an opening.
    func open(
        _ request: Request,
        _ protocols: [String],
        _ options: CallOptions,
        _ configure: (inout WebSocketOptions) -> Void
    ) async throws(WebSocketError) -> WebSocket {
        guard let connector = bottom as? any ByteConnecting else {
            throw WebSocketError(.invalid, "the client's transport opens no connections")
        }
        var settings = WebSocketOptions()
        configure(&settings)
        let opener = WebSocketOpener(connector, protocols: protocols, options: settings)
        let timeouts = options.timeouts ?? self.settings.timeouts
        let opened = try await opener.open(request, through: openings, timeouts: timeouts)
        return WebSocket(opened, options: settings)
    }

    /// The same address in the words of HTTP (RFC 6455 §3).
    private static func plainScheme(of path: String) -> String {
        let scheme = path.prefix { $0 != ":" }.lowercased()
        guard scheme == "ws" || scheme == "wss" else { return path }
        return (scheme == "ws" ? "http" : "https") + path.dropFirst(scheme.count)
    }
}
