// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The error of a request that the engine refuses itself, after which it closes the connection.
///
/// After a message that cannot be parsed, the following bytes cannot be distinguished from a second
/// request, so the connection is not read any more (RFC 9112 §11.2).
struct RequestError: Error, Sendable, Hashable {
    /// The status of the answer.
    let status: Status
    /// The fault in the request, described without text from the client.
    let detail: String
    /// The seconds after which the client may retry, if the cause is in the server.
    let retryAfter: Int

    init(_ status: Status, _ detail: String, retryAfter: Int = 5) {
        self.status = status
        self.detail = detail
        self.retryAfter = retryAfter
    }

    /// Creates the refusal of a request that breaks a rule or a limit.
    init(_ error: MessageError) {
        let status: Status =
            switch error.kind {
            case .malformed: .badRequest
            case .startLineTooLong: .uriTooLong
            case .fieldsTooLong: .requestHeaderFieldsTooLarge
            case .contentTooLong: .contentTooLarge
            case .notImplemented: .notImplemented
            case .unknownVersion: .httpVersionNotSupported
            case .unknownExpectation: .expectationFailed
            }
        self.init(status, error.detail)
    }

    /// The refusal of a connection beyond ``ServerConfiguration/Limits/connections``.
    static let tooManyConnections = RequestError(
        .serviceUnavailable,
        "there are too many connections"
    )

    /// The refusal of a request for an `https` URI over a connection without TLS (RFC 9110 §7.4).
    static let forTLS = RequestError(
        .misdirectedRequest,
        "the target is an https URI, and the connection has no TLS"
    )

    /// The refusal of an HTTP/2 request for a scheme other than the connection's (RFC 9110 §7.4).
    static let otherScheme = RequestError(
        .misdirectedRequest,
        "the scheme is not that of the connection"
    )

    /// Creates a 400 refusal with the rule that was broken.
    static func malformed(_ detail: String) -> RequestError { RequestError(.badRequest, detail) }

    /// The refusal of content beyond ``ServerConfiguration/Limits/content``.
    static let contentTooLarge = RequestError(.contentTooLong)
}
