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
/// A client that has read a resource sends its entity tag back in If-Match. The change is refused
/// with 412 if the resource has changed in the meantime, so that no client overwrites a state that
/// it has not seen.
///
/// The current tag is the tag of the answers to GET at the same path. A condition is checked again
/// immediately before the handler runs, and changes of one resource are made one after another, so
/// that no other change comes between. Servers that change the same resources share
/// `ResourceLeases` for that purpose.
public enum Preconditions: Sendable, Hashable {
    /// Conditions are ignored, as they always are without a GET at the same path.
    case ignored
    /// Conditions are honoured if a client sends them.
    case honored
    /// A client must send a condition; a request without one is refused with 428 (RFC 6585 §3).
    case required
}
