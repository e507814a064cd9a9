// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The client's side of a declared WebSocket, on which both sides send messages of the declared
/// types.
///
/// ```swift
/// let socket = try await client.webSocket(FollowScores())
/// try await socket.send(Subscription(film: 7))
/// for try await score in socket.messages { … }
/// ```
public struct TypedWebSocket<Sent: Codable & Sendable, Received: Codable & Sendable>: Sendable {
    /// The underlying WebSocket, for raw messages and all other functions.
    public let socket: WebSocket

    /// The messages of the server, each read as a JSON value.
    ///
    /// They end where `WebSocket.messages` ends; a message that is not such a value is an error,
    /// after which reading can continue.
    public var messages: WebSocket.Values<Received> { socket.messages(of: Received.self) }

    /// The protocol that the server chose among those of the endpoint.
    public var subprotocol: String? { socket.subprotocol }

    /// Sends a value in JSON, as a text message, as soon as there is room for it.
    ///
    /// - Parameter value: The value to send.
    /// - Throws: The reason that it cannot be sent.
    public func send(_ value: Sent) async throws(WebSocketError) { try await socket.send(value) }

    /// Sends a close frame, and waits for that of the server up to
    /// ``WebSocket/Options/closeTimeout``.
    ///
    /// - Parameters:
    ///   - code: The code for the kind of end; 4000 to 4999 are reserved for programs.
    ///   - reason: The reason, for people who look for faults; at most 123 bytes of it are sent.
    public func close(code: WebSocketClose.Code = .normal, reason: String = "") async {
        await socket.close(code: code, reason: reason)
    }
}

extension Client {
    /// Opens a declared WebSocket.
    ///
    /// The client's credentials are sent if the endpoint has a caller other than `Anyone`.
    /// Otherwise, the description of ``webSocket(_:protocols:query:with:configure:)`` applies here,
    /// too.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs; its subprotocols are offered.
    ///   - options: The settings that are different for this call. Its timeouts apply to the
    ///     opening.
    ///   - configure: Changes the options of the WebSocket.
    /// - Returns: The WebSocket.
    /// - Throws: The reason that the WebSocket was not opened; ``WebSocketError/failure(of:)``
    ///   finds a declared failure in it.
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
        // The answer to an opening has no format.
        request.fields.removeAll(.accept)
        prepare(&request, options, for: E.self)
        let socket = try await open(request, E.subprotocols, options, configure)
        return TypedWebSocket(socket: socket)
    }
}

extension WebSocketError {
    /// The declared failure with which a server refused to open a
    /// WebSocket; `nil` for any other error.
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
