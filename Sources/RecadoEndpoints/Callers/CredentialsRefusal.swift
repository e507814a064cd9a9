// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason that a request is refused for its credentials.
@nonexhaustive public enum CredentialsRefusal: Sendable, Hashable {
    /// There are none, or none that can be read.
    case missing
    /// They are nobody's.
    case wrong
}
