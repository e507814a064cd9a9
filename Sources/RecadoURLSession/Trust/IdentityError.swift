// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error that says why a client certificate and key cannot be used.
struct IdentityError: Error, Sendable {
    /// The reason in one line, without any data of the certificate or the key.
    let reason: String
}
