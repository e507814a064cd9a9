// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The way in which the end of a message's content is found (RFC 9112 §6.3).
package enum MessageFraming: Sendable, Hashable {
    /// There is no content.
    case none
    /// The content has this many bytes, at least one.
    case length(Int)
    /// The content is sent in chunks (RFC 9112 §7.1).
    case chunked
    /// The content of a response extends to the end of the connection.
    case untilEnd
}
