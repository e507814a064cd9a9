// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The facts about a request's head that matter for its connection; the request itself is taken
/// from its reader.
package struct RequestHead: Sendable {
    /// True if the method is HEAD.
    package var isHead: Bool
    /// True if its target is an https URI, which is only allowed over TLS (RFC 9110 §7.4).
    package var isForTLS = false
    /// The way in which the content's end is found.
    package var framing: MessageFraming
    /// True if the client speaks HTTP/1.0 only, which knows neither chunks nor 100 Continue.
    package var isVersion10: Bool
    /// True if the client wants to send another request on the connection.
    package var keepsAlive: Bool
    /// True if the client waits for 100 Continue before it sends its content.
    package var expectsContinue: Bool
}
