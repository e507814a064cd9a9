// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The facts about a request's head that its connection depends on; the request
/// itself is fetched from its reader.
package struct RequestHead: Sendable {
    /// Whether the method is HEAD.
    package var isHead: Bool
    /// Whether its target is an https URI, which may come over TLS alone (RFC 9110 §7.4).
    package var isForTLS = false
    /// The way in which the content's end is found.
    package var framing: MessageFraming
    /// Whether the client speaks HTTP/1.0 only, which knows neither chunks nor 100 Continue.
    package var isVersion10: Bool
    /// Whether the client wants to send another request on the connection.
    package var keepsAlive: Bool
    /// Whether the client waits for 100 Continue before it sends its content.
    package var expectsContinue: Bool
}
