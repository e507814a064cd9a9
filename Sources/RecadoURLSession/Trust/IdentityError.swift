// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The Security framework made no identity of the client's certificate and key.
struct IdentityError: Error, Sendable {
    /// The reason in one line, without anything of the identity.
    let reason: String
}
