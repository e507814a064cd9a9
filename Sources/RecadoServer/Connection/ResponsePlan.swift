// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The properties of a request that its answer depends on.
struct RequestTraits: Sendable {
    var isHead: Bool
    var isVersion10: Bool
    var keepsAlive: Bool
    /// True if the answer may contain Strict-Transport-Security, which tells the client to use only
    /// TLS in future.
    var isStrict = false

    /// The properties of a request that could not be parsed.
    static let unknown = RequestTraits(isHead: false, isVersion10: false, keepsAlive: false)
}

extension RequestTraits {
    init(of head: RequestHead) {
        self.init(
            isHead: head.isHead,
            isVersion10: head.isVersion10,
            keepsAlive: head.keepsAlive
        )
    }
}

/// The framing of a response and the fate of its connection (RFC 9112 §6).
struct ResponsePlan: Sendable {
    enum Framing: Sendable, Hashable {
        /// No field describes the content: the response cannot have content, or it answers HEAD and
        /// the length is not known.
        case none
        case length(Int)
        case chunked
        /// The content ends when the connection closes, as HTTP/1.0 requires.
        case untilClose
    }

    let status: Status
    let framing: Framing
    /// True if content follows the head.
    let sendsContent: Bool
    /// True if the connection is closed after the response.
    let closes: Bool
    /// True if an HTTP/1.0 client must be told that the connection stays open.
    let saysKeepAlive: Bool

    init(_ response: borrowing Response, for request: RequestTraits, isLast: Bool) {
        // An interim status cannot end an exchange, so 500 replaces it. A 101 response that reaches
        // this code is replaced, too, because no object takes over its connection.
        let isInterim = response.status.class == .informational
        status = isInterim ? .internalServerError : response.status
        framing = Self.framing(response, status, request)
        sendsContent =
            !request.isHead && !isInterim && framing != .none && status != .resetContent
        closes = isLast || !request.keepsAlive || framing == .untilClose
        saysKeepAlive = request.isVersion10 && !closes
    }

    private static func framing(
        _ response: borrowing Response,
        _ status: Status,
        _ request: RequestTraits
    ) -> Framing {
        if status != response.status || status == .resetContent { return .length(0) }
        if status.forbidsContent { return .none }
        if request.isHead { return headFraming(response) }
        if let length = response.content.length { return .length(length) }
        return request.isVersion10 ? .untilClose : .chunked
    }

    /// Returns the framing that a GET response would have, as far as it is known (RFC 9110 §8.6).
    private static func headFraming(_ response: borrowing Response) -> Framing {
        guard let length = response.content.length else { return .none }
        guard length == 0, let given = response.fields[.contentLength].flatMap({ Int($0) }),
            given >= 0
        else { return .length(length) }
        return .length(given)
    }
}
