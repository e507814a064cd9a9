// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The properties of a request that its answer depends on.
struct RequestTraits: Sendable {
    var isHead: Bool
    var isVersion10: Bool
    var keepsAlive: Bool
    /// True if the client may be told to use only TLS in future.
    var isStrict = false

    /// The properties of a request that was not understood.
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

/// The form in which a response goes over the wire (RFC 9112 §6).
struct ResponsePlan: Sendable {
    enum Framing: Sendable, Hashable {
        /// No field describes content, for there can be none.
        case none
        case length(Int)
        case chunked
        /// The content ends with the connection, as it must for HTTP/1.0.
        case untilClose
    }

    let status: Status
    let framing: Framing
    /// True if content follows the head.
    let sendsContent: Bool
    /// True if the connection is closed after the response.
    let closes: Bool
    /// True if an HTTP/1.0 client has to be told that the connection stays open.
    let saysKeepAlive: Bool

    init(_ response: borrowing Response, for request: RequestTraits, isLast: Bool) {
        // An interim response is no answer. A switch of protocols is planned elsewhere; if one gets
        // here, no takeover of the connection belongs to it.
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

    /// The framing that GET would have had, as far as it is known (RFC 9110 §8.6).
    private static func headFraming(_ response: borrowing Response) -> Framing {
        guard let length = response.content.length else { return .none }
        guard length == 0, let given = response.fields[.contentLength].flatMap({ Int($0) }),
            given >= 0
        else { return .length(length) }
        return .length(given)
    }
}
