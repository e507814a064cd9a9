// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The client's side of a declared WebSocket, whose messages in both directions have declared
/// types.
///
/// ```swift
/// let socket = try await client.webSocket(FollowScores())
/// try await socket.send(Subscription(film: 7))
/// for try await score in socket.messages { … }
/// ```
public struct TypedWebSocket<Sent: Codable & Sendable, Received: Codable & Sendable>: Sendable {
    /// The underlying WebSocket, for untyped messages and everything else that this type does not
    /// offer.
    public let socket: WebSocket

    /// The messages of the server, each decoded from JSON.
    ///
    /// The sequence ends like `WebSocket.messages`. A message that cannot be decoded is an error,
    /// after which iteration can continue.
    public var messages: WebSocket.Values<Received> { socket.messages(of: Received.self) }

    /// The subprotocol that the server chose among those that the endpoint offers.
    public var subprotocol: String? { socket.subprotocol }

    /// Sends a value as a text message in JSON, as soon as the connection can accept it.
    ///
    /// - Parameter value: The value to send.
    /// - Throws: The reason why the value cannot be sent.
    public func send(_ value: Sent) async throws(WebSocketError) { try await socket.send(value) }

    /// Sends a close frame, and waits for the server's close frame at most
    /// ``WebSocket/Options/closeTimeout``.
    ///
    /// - Parameters:
    ///   - code: The reason as a code; 4000 to 4999 are reserved for applications.
    ///   - reason: The reason as text, for debugging; at most 123 bytes are sent.
    public func close(code: WebSocketClose.Code = .normal, reason: String = "") async {
        await socket.close(code: code, reason: reason)
    }
}

extension Client {
    /// Opens a declared WebSocket.
    ///
    /// The client's credentials are sent only if the endpoint has a caller other than `Anyone`. In
    /// all other respects the method behaves like ``webSocket(_:protocols:query:with:configure:)``.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs; its subprotocols are offered.
    ///   - options: The options of this call. The timeouts apply to the opening handshake.
    ///   - configure: Changes the options of the WebSocket.
    /// - Returns: The WebSocket.
    /// - Throws: The reason why the WebSocket was not opened. If it is a declared failure,
    ///   ``WebSocketError/failure(of:)`` returns that failure.
    public func webSocket<E: WebSocketEndpoint>(
        _ endpoint: E,
        with options: CallOptions = CallOptions(),
        configure: (inout WebSocket.Options) -> Void = { _ in }
    ) async throws(WebSocketError) -> TypedWebSocket<E.Incoming, E.Outgoing> {
        var request: Request
        do {
            request = try endpoint.request(base: base)
        } catch {
            throw WebSocketError(.invalid, error.description, underlying: error)
        }
        // The response to an opening handshake has no content whose format could be chosen.
        request.fields.removeAll(.accept)
        prepare(&request, options, for: E.self)
        let socket = try await open(request, E.subprotocols, options, configure)
        return TypedWebSocket(socket: socket)
    }
}

extension WebSocketError {
    /// Returns the declared failure with which a server refused to open a WebSocket; `nil` for any
    /// other error.
    ///
    /// - Parameter endpoint: The endpoint that was called.
    /// - Returns: The failure.
    public func failure<E: WebSocketEndpoint>(of endpoint: E.Type) -> E.Failure? {
        guard kind == .refused, let content = response?.content.bytes,
            let details = try? Format.json.decode(ProblemDetails.self, from: content)
        else { return nil }
        return E.Failure(details)
    }
}
