// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

extension CallError where Failure: Problem {
    /// The error of a declared failure, to catch in a `catch` clause or to throw in a mock.
    public static func failed(_ failure: Failure) -> CallError {
        var record = CallRecord(nil)
        record.problem = ProblemDetails(failure)
        record.status = failure.status
        return CallError(.failed, record, failure: failure)
    }
}

extension CallError {
    // MARK: - Patterns, and errors for tests to throw

    /// The error that a service reports in a model of its own.
    ///
    /// - Parameters:
    ///   - failure: The service's own error.
    ///   - status: The status of the answer.
    /// - Returns: The error to throw in a mock.
    public static func failed(with failure: Failure, _ status: Status = .ok) -> CallError {
        var record = CallRecord(nil)
        record.serviceError = failure
        record.status = status
        return CallError(.failed, record, failure: failure)
    }

    /// Any failure that the endpoint declares or the rules of the call name.
    public static var failed: CallError { CallError(.failed, CallRecord(nil)) }

    /// The error of an answer with an undeclared status.
    public static func refused(_ status: Status) -> CallError {
        var record = CallRecord(nil)
        record.status = status
        return CallError(.refused, record)
    }

    /// An answer with any undeclared status.
    public static var refused: CallError { CallError(.refused, CallRecord(nil)) }
    /// An answer that does not match the expected format or type.
    public static var unreadable: CallError { CallError(.unreadable, CallRecord(nil)) }
    /// A missing or incomplete answer.
    public static var unreachable: CallError { CallError(.unreachable, CallRecord(nil)) }
    /// A call that took too long.
    public static var timedOut: CallError { CallError(.timedOut, CallRecord(nil)) }
    /// A call that was cancelled.
    public static var cancelled: CallError { CallError(.cancelled, CallRecord(nil)) }
    /// A request that could not be made.
    public static var invalid: CallError { CallError(.invalid, CallRecord(nil)) }
    /// A call for which no credentials were available.
    public static var unauthenticated: CallError { CallError(.unauthenticated, CallRecord(nil)) }
    /// An answer that exceeds a limit.
    public static var tooLarge: CallError { CallError(.tooLarge, CallRecord(nil)) }

    /// Returns true if an error matches a pattern.
    ///
    /// Failures match if their codes and statuses are equal; a pattern with a status matches only
    /// that status.
    ///
    /// - Parameters:
    ///   - pattern: The error that a `catch` or a `case` names, such as `.failed(.alreadyRented)`.
    ///   - error: The error to compare.
    /// - Returns: True if the pattern matches.
    public static func ~= (pattern: CallError, error: CallError) -> Bool {
        guard pattern.kind == error.kind else { return false }
        if let expected = pattern.failure as? any Problem {
            guard let found = error.failure as? any Problem else { return false }
            return expected.code == found.code && expected.status == found.status
        }
        return pattern.status == nil || pattern.status == error.status
    }
}
