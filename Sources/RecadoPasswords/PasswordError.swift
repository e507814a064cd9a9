// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error in hashing or verifying a password, other than a wrong password.
@nonexhaustive
public enum PasswordError: Error, Sendable, Hashable {
    /// The password has no characters.
    case emptyPassword
    /// The password has more bytes than the given limit.
    case passwordTooLong(limit: Int)
    /// The stored text is not an argon2id hash; the associated value names the faulty part.
    case malformedHash(String)
    /// The stored hash asks for more memory, passes or lanes than the hasher allows.
    case excessiveCost
    /// Too many calls are already waiting; the client should try again later.
    case busy
    /// The task was cancelled before its work began.
    case cancelled
    /// The hashing library failed with this error code; memory may be short.
    case engine(code: Int)
}

extension PasswordError: CustomStringConvertible {
    /// A description of the error, in one line, without the password or the hash.
    public var description: String {
        switch self {
        case .emptyPassword: "the password is empty"
        case .passwordTooLong(let limit): "the password has more than \(limit) bytes"
        case .malformedHash(let part): "the stored hash is no argon2id hash: \(part)"
        case .excessiveCost: "the stored hash asks for more work than is allowed"
        case .busy: "too many passwords are being verified"
        case .cancelled: "the task was cancelled"
        case .engine(let code): "argon2 failed with code \(code)"
        }
    }
}
