// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The head of a response, and its consequences for the content and the connection.
package struct ResponseHead: Sendable {
    /// The status.
    package var status: Status
    /// The header section, without control characters in its values.
    package var fields: Fields = [:]
    /// The way in which the content's end is found; `none` also if the length is zero.
    package var framing: MessageFraming
    /// True if the connection can serve another request after this response (RFC 9112 §9.3).
    package var keepsConnection: Bool
    /// True if the server speaks HTTP/1.0 only.
    package var isVersion10: Bool

    /// The bytes of content, if the head gives them (RFC 9112 §6.3).
    package var contentLength: Int? {
        switch framing {
        case .none: 0
        case .length(let length): length
        case .chunked, .untilEnd: nil
        }
    }
}
