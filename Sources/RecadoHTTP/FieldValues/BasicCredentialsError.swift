// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error for a user name or a password that the Basic scheme cannot send (RFC 7617 §2).
@nonexhaustive public enum BasicCredentialsError: Error, Sendable, Hashable {
    /// The user's name holds a colon, which would end the name.
    case colonInUser
    /// The user's name holds a control character.
    case controlCharacterInUser
    /// The password holds a control character.
    case controlCharacterInPassword
}

extension BasicCredentialsError: CustomStringConvertible {
    /// A description of the error and of the expected text.
    public var description: String {
        switch self {
        case .colonInUser: "the user name has a colon; expected none, for it would end the name"
        case .controlCharacterInUser: "the user name has a control character; expected none"
        case .controlCharacterInPassword: "the password has a control character; expected none"
        }
    }
}
