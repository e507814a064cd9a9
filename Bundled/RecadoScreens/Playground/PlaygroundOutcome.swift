// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The outcome of a trial: users, no content, a typed error or a failure, usually with a reason.
public struct PlaygroundOutcome: Sendable, Hashable {
    /// The possible results of reading an answer.
    public enum Result: Sendable, Hashable {
        /// The typed value: the users of a list, or a single user.
        case users([Playground.User])
        /// An answer without content, which the type allows.
        case nothing
        /// The typed error.
        case error(Playground.ServiceError)
        /// Any other failure of the call; the value is its error.
        case failed(ScreenError)
    }

    /// The reasons for a result; a `nil` path means the whole content.
    public enum Reason: Sendable, Hashable {
        /// The status is accepted, and the value is at the path.
        case value(at: String?)
        /// The status is accepted, and the type allows an answer without content.
        case nothing
        /// The path holds an error whose code is not 0; the status does not matter.
        case errorCode(at: String?, status: Int)
        /// The status is not accepted, and the path holds an error.
        case errorStatus(at: String?, status: Int)
        /// The status is not accepted, and the path holds no error.
        case noError(at: String?, status: Int)
        /// The status is accepted, but the content is not as expected; the detail describes the
        /// problem in English.
        case unreadable(status: Int, detail: String)
    }

    /// The result.
    public let result: Result
    /// The reason for the result; `nil` if the error of the call already explains it.
    public let reason: Reason?

    /// Creates an outcome.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - reason: The reason for the result; `nil` if the error of the call already explains it.
    public init(_ result: Result, because reason: Reason?) {
        self.result = result
        self.reason = reason
    }
}
