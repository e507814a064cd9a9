// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The properties of a request's head that its connection needs; the request itself is taken from
/// the reader.
package struct RequestHead: Sendable {
    /// True if the method is HEAD.
    package var isHead: Bool
    /// True if the target is an `https` URI, which is allowed only over TLS (RFC 9110 §7.4).
    package var isForTLS = false
    /// The way in which the end of the content is found.
    package var framing: MessageFraming
    /// True if the client speaks HTTP/1.0, which has neither chunks nor 100 Continue.
    package var isVersion10: Bool
    /// True if the client wants to send another request on the connection.
    package var keepsAlive: Bool
    /// True if the client waits for 100 Continue before it sends its content.
    package var expectsContinue: Bool
}
