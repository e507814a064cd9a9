// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Opens one WebSocket below the layers of a client, as a transport whose answer has the status 101.
///
/// What layers do to requests and answers is thus done to the opening, too.
final class WebSocketOpener: Transport {
    private struct State {
        var opened: WebSocketOpening.Opened?
        var error: WebSocketError?
    }

    private let connector: any ByteConnecting
    private let protocols: [String]
    private let options: WebSocketOptions
    private let state = Mutex(State())

    init(_ connector: any ByteConnecting, protocols: [String], options: WebSocketOptions) {
        self.connector = connector
        self.protocols = protocols
        self.options = options
    }

    /// Sends the opening through layers.
    func open(
        _ request: Request,
        _ layers: Layers,
        timeouts: Timeouts
    ) async throws(WebSocketError) -> WebSocketOpening.Opened {
        let top = DeadlineTransport(Self.fitting(layers).over(self))
        let answer: Response
        do {
            answer = try await top.send(request, timeouts: timeouts)
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

    /// The layers that have something to do with an opening.
    private static func fitting(_ layers: Layers) -> Layers {
        var layers = layers
        // Neither is its answer one for others, nor its content compressed.
        (layers.cache, layers.sharedAnswers, layers.decompression) = (nil, nil, nil)
        // Programs in browsers are not redirected either (WHATWG WebSockets, §2).
        layers.redirects = nil
        return layers
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
            // A layer that sends a request again has no use for what came of the first one.
            take()?.connection.close()
            state.withLock { $0.opened = opened }
            return opened.response
        } catch {
            if error.kind == .refused, let response = error.response { return response }
            state.withLock { $0.error = error }
            throw Self.transportError(for: error)
        }
    }

    /// The error as layers know it, which decide by its kind what to do.
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
