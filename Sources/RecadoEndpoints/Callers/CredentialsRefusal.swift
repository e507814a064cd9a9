// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason that a server refuses a request because of its credentials.
@nonexhaustive public enum CredentialsRefusal: Sendable, Hashable {
    /// The request has no credentials, or none that can be read.
    case missing
    /// The credentials can be read, but belong to no admitted caller.
    case wrong
}
