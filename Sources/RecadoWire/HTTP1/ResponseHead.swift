// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The head of a response, and what follows from it for its content and its connection.
package struct ResponseHead: Sendable {
    /// The status.
    package var status: Status
    /// The header section, without control characters in its values.
    package var fields: Fields = [:]
    /// The way in which the content's end is found; `none` also where the length is zero.
    package var framing: MessageFraming
    /// Whether the connection is there for another request behind this response (RFC 9112 §9.3).
    package var keepsConnection: Bool
    /// Whether the server speaks HTTP/1.0 only.
    package var isVersion10: Bool

    /// The bytes of content, when the head tells them (RFC 9112 §6.3).
    package var contentLength: Int? {
        switch framing {
        case .none: 0
        case .length(let length): length
        case .chunked, .untilEnd: nil
        }
    }
}
