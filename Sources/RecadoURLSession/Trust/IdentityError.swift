// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error for a client certificate and key from which no identity could be made.
struct IdentityError: Error, Sendable {
    /// The reason in one line, without any content of the identity.
    let reason: String
}
