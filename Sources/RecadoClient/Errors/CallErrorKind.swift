// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The kind of failure of a call.
@nonexhaustive
public enum CallErrorKind: String, Sendable, Hashable {
    /// The server answered with a failure that the endpoint declares or that the rules of the call
    /// recognize.
    case failed
    /// The server answered with a status that is not accepted, and with no failure that the
    /// endpoint or the rules recognize.
    case refused
    /// The answer does not have the expected format or type.
    case unreadable
    /// There is no answer, or it is incomplete.
    case unreachable
    /// The call took too long.
    case timedOut
    /// The calling task was cancelled, or the transport was released.
    case cancelled
    /// No credentials were available for the call.
    case unauthenticated
    /// The request could not be created, or its content could not be read or sent again.
    case invalid
    /// The answer exceeds a limit.
    case tooLarge
}

extension CallErrorKind: CustomStringConvertible {
    /// A short description of the failure.
    public var description: String {
        switch self {
        case .failed, .refused: "refused"
        case .unreadable: "unreadable answer"
        case .unreachable: "unreachable"
        case .timedOut: "timed out"
        case .cancelled: "cancelled"
        case .unauthenticated: "not authenticated"
        case .invalid: "invalid call"
        case .tooLarge: "answer too large"
        }
    }
}
