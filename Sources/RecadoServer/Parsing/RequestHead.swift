// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// What the engine minds of a request's head; the request itself is fetched from its reader.
struct RequestHead: Sendable {
    /// How the content's end is found (RFC 9112 §6.3).
    enum Framing: Sendable, Hashable {
        /// There is no content.
        case none
        /// The content has this many bytes, at least one.
        case length(Int)
        /// The content comes in chunks (RFC 9112 §7.1).
        case chunked
    }

    var isHead: Bool
    /// Whether its target is an https URI, which may come over TLS alone (RFC 9110 §7.4).
    var isForTLS = false
    var framing: Framing
    /// Whether the client speaks HTTP/1.0 only, which knows neither chunks nor 100 Continue.
    var isVersion10: Bool
    /// Whether the client wants to send another request on the connection.
    var keepsAlive: Bool
    /// Whether the client waits for 100 Continue before it sends its content.
    var expectsContinue: Bool
}

/// How much of a request the engine takes, in bytes and fields.
struct RequestLimits: Sendable, Hashable {
    var requestLine = 8 * 1024
    var field = 8 * 1024
    var fields = 32 * 1024
    var fieldCount = 100
    var content = 128 * 1024 * 1024
}
