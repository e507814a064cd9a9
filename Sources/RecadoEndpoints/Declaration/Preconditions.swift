// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The handling of the conditions of requests by an endpoint for PUT, PATCH or DELETE
/// (RFC 9110 §13).
///
/// ```swift
/// static let route: Route = "PUT /notes/{id}"
/// static let preconditions = Preconditions.required
/// ```
///
/// A client that has read a resource sends its tag back in If-Match. The change is refused with 412
/// if the resource has changed by then, so that no client overwrites a state that it has not seen.
///
/// The current tag is that of the answers to GET at the same path. A condition is checked again
/// when the handler's turn comes, and the changes of one resource are made one after another, so
/// that nothing comes between. Servers that change the same resources share `ResourceLeases` for
/// that.
public enum Preconditions: Sendable, Hashable {
    /// They are not looked at; the default where there is no GET at the same path.
    case ignored
    /// They are honored where a client sends them.
    case honored
    /// A client must send one; else it is refused with 428 (RFC 6585 §3).
    case required
}
