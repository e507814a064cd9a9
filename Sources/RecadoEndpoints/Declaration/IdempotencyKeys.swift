// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The policy of a POST or PATCH endpoint for the field Idempotency-Key
/// (draft-ietf-httpapi-idempotency-key-header).
///
/// ```swift
/// static let route: Route = "POST /invoices/{id}/payments"
/// static let idempotencyKeys = IdempotencyKeys.required
/// ```
///
/// A client that does not know whether its request has arrived repeats it with the same key. The
/// request is carried out once; the repetition gets the answer to the first request. A repetition
/// is refused with 409 while the first request is still being processed, and a different request
/// with the same key is refused with 422.
public enum IdempotencyKeys: Sendable, Hashable {
    /// Keys are ignored, and every request is carried out.
    case ignored
    /// Requests with the same key are carried out once.
    case honored
    /// A request without a key is refused with 400.
    case required
}
