// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Checks whether a request may open a WebSocket (RFC 6455 §4.2).
///
/// 1. Browsers let any page open a WebSocket and send cookies with it, and they state the page's
///    origin (§10.2). The origin must be the request's own, or another origin that may call the
///    service. If browsers send the credentials by themselves, the other origin must also be
///    allowed to call with credentials. A request without Origin comes from a program, not a page,
///    and passes.
/// 2. The connection must use HTTP/1.1, because the whole connection is handed over; a WebSocket on
///    a single HTTP/2 stream (RFC 8441) is not supported.
/// 3. A request with content is refused, because the bytes after it would be taken for frames.
final class WebSocketUpgrade: Sendable {
    /// The result of the handshake, with the fields of the answer.
    final class Acceptance: Sendable {
        private let fields: Fields
        private let agreement: WebSocketHandshake.Agreement
        private let options: WebSocketOptions

        init(
            _ fields: Fields,
            _ agreement: WebSocketHandshake.Agreement,
            _ options: WebSocketOptions
        ) {
            self.fields = fields
            self.agreement = agreement
            self.options = options
        }

        /// Returns the answer after which the connection is a WebSocket.
        func response(_ output: any WebSocketOutput) -> Response {
            let course = WebSocketRunner(output, agreement, options)
            return Response(
                status: .switchingProtocols,
                fields: fields,
                content: Content(reading: course)
            )
        }
    }

    private let subprotocols: [String]
    private let options: WebSocketOptions
    private let allowsCompression: Bool
    private let crossOrigin: Service.CrossOriginPolicy

    init<E: WebSocketEndpoint>(_ endpoint: E.Type, of service: Service) {
        subprotocols = E.subprotocols
        options = E.webSocketOptions
        allowsCompression = E.isCompressible
        crossOrigin = service.crossOrigin
    }

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isAmbient: True if the request's credentials are of a kind that browsers send by
    ///     themselves.
    /// - Returns: The result of the handshake, with which the WebSocket is opened.
    /// - Throws: The problem to answer with instead: 400, 403, 405, 426 or 501.
    func open(_ request: Request, isAmbient: Bool) throws(ProblemDetails) -> Acceptance {
        try checkOrigin(of: request, isAmbient)
        guard request.version != .http2 else {
            let detail = "WebSockets are opened over HTTP/1.1 here."
            throw ProblemDetails(status: .notImplemented, detail: detail)
        }
        guard request.version != .http10 else {
            let detail = "WebSockets are opened over HTTP/1.1 here."
            throw ProblemDetails(status: .upgradeRequired, detail: detail)
        }
        guard request.content.bytes?.isEmpty == true, !request.fields.contains(.transferEncoding)
        else {
            let detail = "A request that opens a WebSocket has no content."
            throw ProblemDetails(status: .badRequest, detail: detail)
        }
        do throws(WebSocketHandshake.HandshakeError) {
            let (fields, agreement) = try WebSocketHandshake.answer(
                request,
                protocols: subprotocols,
                allowsCompression: allowsCompression
            )
            return Acceptance(fields, agreement, options)
        } catch {
            throw ProblemDetails(status: error.status, detail: "\(error): this is a WebSocket.")
        }
    }

    private func checkOrigin(of request: Request, _ isAmbient: Bool) throws(ProblemDetails) {
        let origins = request.fields[values: .origin]
        guard !origins.isEmpty, !OriginPolicy.isOwn(origins, of: request) else { return }
        let hasPermission =
            !isAmbient || crossOrigin.allowsCredentials && crossOrigin.origins != nil
        guard origins.count == 1, hasPermission, crossOrigin.allows(origins[0]) else {
            let detail = "Pages of other origins may not open this WebSocket."
            throw ProblemDetails(status: .forbidden, detail: detail)
        }
    }
}

extension WebSocketUpgrade {
    /// Creates the check for an endpoint; `nil` for an endpoint that is not a WebSocket.
    convenience init?(ifOpened endpoint: any Endpoint.Type, of service: Service) {
        guard let endpoint = endpoint as? any WebSocketEndpoint.Type else { return nil }
        self.init(endpoint, of: service)
    }
}
