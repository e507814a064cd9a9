// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The properties of a request that its answer depends on.
struct RequestTraits: Sendable {
    var isHead: Bool
    var isVersion10: Bool
    var keepsAlive: Bool
    /// Whether the client may be told to come back over TLS only.
    var isStrict = false

    /// Those of a request that was not understood.
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
        /// Nothing is said about content, for there can be none.
        case none
        case length(Int)
        case chunked
        /// The content ends with the connection, as it must for HTTP/1.0.
        case untilClose
    }

    let status: Status
    let framing: Framing
    /// Whether content follows the head.
    let sendsContent: Bool
    /// Whether the connection is closed after the response.
    let closes: Bool
    /// Whether an HTTP/1.0 client has to be told that it is not.
    let saysKeepAlive: Bool

    init(_ response: borrowing Response, for request: RequestTraits, isLast: Bool) {
        // An interim response is no answer. A change of protocols is planned elsewhere; one that
        // comes here has nobody to take the connection over.
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

    /// The length that GET would have had, if it is known (RFC 9110 §8.6).
    private static func headFraming(_ response: borrowing Response) -> Framing {
        guard let length = response.content.length else { return .none }
        guard length == 0, let given = response.fields[.contentLength].flatMap({ Int($0) }),
            given >= 0
        else { return .length(length) }
        return .length(given)
    }
}
