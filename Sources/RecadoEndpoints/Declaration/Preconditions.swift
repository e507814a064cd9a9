// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What an endpoint for PUT, PATCH or DELETE does about the conditions of requests (RFC 9110 §13).
///
/// ```swift
/// static let route: Route = "PUT /notes/{id}"
/// static let preconditions = Preconditions.required
/// ```
///
/// A client that has read a resource sends the tag of what it has read back in If-Match. The change
/// is refused with 412 if the resource is another one by then, so that nobody overwrites what he has
/// not seen.
///
/// The current tag is that of the answers to GET at the same path. A condition is looked at once more
/// when the handler's turn comes, and the changes of one resource are made one after another, so that
/// nothing comes between. Servers that change the same resources share `ResourceLeases` for that.
public enum Preconditions: Sendable, Hashable {
    /// They are not looked at; the default where there is no GET at the same path.
    case ignored
    /// They are honored where a client sends them.
    case honored
    /// A client must send one; else it is refused with 428 (RFC 6585 §3).
    case required
}
