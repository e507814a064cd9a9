// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

/// Opens one WebSocket; acts as the transport below a client's middleware.
///
/// Its response has the status 101 on success, so that middleware can treat the opening handshake
/// like any other request.
final class WebSocketOpener: Transport {
    /// The opener that the current task uses.
    @TaskLocal private static var current: WebSocketOpener?

    /// The transport below the middleware.
    ///
    /// It passes a request to the opener of the current task, so that one middleware instance, with
    /// its state, serves every opening handshake.
    private struct OpeningTransport: Transport {
        func send(
            _ request: Request,
            timeouts: Timeouts
        ) async throws(TransportError) -> Response {
            guard let opener = WebSocketOpener.current else {
                throw TransportError(.failed, "a layer sends requests from a task of its own")
            }
            return try await opener.send(request, timeouts: timeouts)
        }
    }

    private struct State {
        var opened: WebSocketOpening.Opened?
        var error: WebSocketError?
    }

    private let connector: any ByteConnecting
    private let protocols: [String]
    private let options: WebSocket.Options
    private let state = Mutex(State())

    init(_ connector: any ByteConnecting, protocols: [String], options: WebSocket.Options) {
        self.connector = connector
        self.protocols = protocols
        self.options = options
    }

    /// Sends the request for the opening handshake through the middleware.
    func open(
        _ request: Request,
        through middleware: any Transport,
        timeouts: Timeouts
    ) async throws(WebSocketError) -> WebSocketOpening.Opened {
        let result = await Self.$current.withValue(self) {
            await Self.result { () async throws(TransportError) in
                try await DeadlineTransport(middleware).send(request, timeouts: timeouts)
            }
        }
        let answer: Response
        do {
            answer = try result.get()
        } catch {
            take()?.connection.close()
            let own = state.withLock { $0.error }
            if let own, Self.transportError(for: own).kind == error.kind { throw own }
            throw WebSocketError(error)
        }
        let opened = take()
        if answer.status == .switchingProtocols, let opened { return opened }
        opened?.connection.close()
        throw WebSocketError(.refused, "\(answer.status)", response: answer)
    }

    private static func result(
        _ send: () async throws(TransportError) -> Response
    ) async -> Result<Response, TransportError> {
        do {
            return .success(try await send())
        } catch {
            return .failure(error)
        }
    }

    /// Returns the client's middleware without the parts that do not apply to opening handshakes.
    static func middleware(_ middleware: ClientMiddleware) -> any Transport {
        var middleware = middleware
        // The response to an opening handshake cannot be shared or cached, and its content is not
        // compressed.
        (middleware.cache, middleware.sharedResponses, middleware.decompression) = (nil, nil, nil)
        // Browsers do not follow redirects of an opening handshake either (WHATWG WebSockets, §2).
        middleware.redirects = nil
        return middleware.over(OpeningTransport())
    }

    private func take() -> WebSocketOpening.Opened? {
        state.withLock { state in
            defer { state.opened = nil }
            return state.opened
        }
    }

    // MARK: - Transport

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        state.withLock { $0.error = nil }
        do throws(WebSocketError) {
            let opening = try WebSocketOpening(
                request,
                protocols: protocols,
                timeouts: timeouts,
                options: options
            )
            let opened = try await opening.open(over: connector)
            // If a middleware layer repeats the request, the connection of the earlier attempt is
            // closed.
            take()?.connection.close()
            state.withLock { $0.opened = opened }
            return opened.response
        } catch {
            if error.kind == .refused, let response = error.response { return response }
            state.withLock { $0.error = error }
            throw Self.transportError(for: error)
        }
    }

    /// Converts the error to one that middleware understands.
    private static func transportError(for error: WebSocketError) -> TransportError {
        if let underlying = error.underlying as? TransportError { return underlying }
        let kind: TransportError.Kind =
            switch error.kind {
            case .cancelled: .cancelled
            case .invalid: .invalidRequest
            case .timedOut: .timedOut(.waiting)
            case .unreachable: .connectionLost
            default: .protocolViolation
            }
        return TransportError(kind, error.detail)
    }
}
