// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The policy of a PUT, PATCH or DELETE endpoint for conditional requests (RFC 9110 §13).
///
/// ```swift
/// static let route: Route = "PUT /notes/{id}"
/// static let preconditions = Preconditions.required
/// ```
///
/// A client that has read a resource sends the resource's entity tag back in If-Match. The change
/// is refused with 412 if the resource has changed in the meantime, so that no client overwrites a
/// change that it has not seen.
///
/// The current tag is that of the answer to GET at the same path. The server checks a condition
/// again immediately before the handler runs, and makes the changes of a resource one after
/// another, so that no other change happens between the check and the change. Several servers that
/// change the same resources share `ResourceLeases` for that purpose.
public enum Preconditions: Sendable, Hashable {
    /// Conditions are ignored, as they always are if the path has no GET endpoint.
    case ignored
    /// Conditions are checked if a client sends them.
    case honored
    /// A client must send a condition; a request without one is refused with 428 (RFC 6585 §3).
    case required
}
