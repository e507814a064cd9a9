// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

extension CallError where Failure: Problem {
    /// Returns the error for a declared failure, as a pattern in a `catch` clause or as an error to
    /// throw in a mock.
    public static func failed(_ failure: Failure) -> CallError {
        var record = CallRecord(nil)
        record.problem = ProblemDetails(failure)
        record.status = failure.status
        return CallError(.failed, record, failure: failure)
    }
}

extension CallError {
    // MARK: - Patterns, and errors for tests to throw

    /// Returns the error for a failure that a service reports in its own error type, for mocks.
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

    /// Matches any failure that the endpoint declares or that the rules of the call recognize.
    public static var failed: CallError { CallError(.failed, CallRecord(nil)) }

    /// Returns the error for an answer with a status that is neither accepted nor a declared
    /// failure.
    public static func refused(_ status: Status) -> CallError {
        var record = CallRecord(nil)
        record.status = status
        return CallError(.refused, record)
    }

    /// Matches any answer with a status that is neither accepted nor a declared failure.
    public static var refused: CallError { CallError(.refused, CallRecord(nil)) }
    /// Matches an answer that does not have the expected format or type.
    public static var unreadable: CallError { CallError(.unreadable, CallRecord(nil)) }
    /// Matches a call without an answer, or with an incomplete one.
    public static var unreachable: CallError { CallError(.unreachable, CallRecord(nil)) }
    /// Matches a call that took too long.
    public static var timedOut: CallError { CallError(.timedOut, CallRecord(nil)) }
    /// Matches a call that was cancelled.
    public static var cancelled: CallError { CallError(.cancelled, CallRecord(nil)) }
    /// Matches a call whose request could not be created.
    public static var invalid: CallError { CallError(.invalid, CallRecord(nil)) }
    /// Matches a call for which no credentials were available.
    public static var unauthenticated: CallError { CallError(.unauthenticated, CallRecord(nil)) }
    /// Matches an answer that exceeds a limit.
    public static var tooLarge: CallError { CallError(.tooLarge, CallRecord(nil)) }

    /// Returns true if an error matches a pattern.
    ///
    /// Two declared failures match if their codes and statuses are equal. Any other pattern with a
    /// status matches only errors with that status.
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
