// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The head of a response, with the framing of its content and the reuse of its connection.
package struct ResponseHead: Sendable {
    /// The status code.
    package var status: Status
    /// The header section, without control characters in its values.
    package var fields: Fields = [:]
    /// The way in which the end of the content is found; also `none` if the length is zero.
    package var framing: MessageFraming
    /// True if the connection can serve another request after this response (RFC 9112 §9.3).
    package var keepsConnection: Bool
    /// True if the server speaks HTTP/1.0.
    package var isVersion10: Bool

    /// The number of content bytes, if the head states it (RFC 9112 §6.3).
    package var contentLength: Int? {
        switch framing {
        case .none: 0
        case .length(let length): length
        case .chunked, .untilEnd: nil
        }
    }
}
