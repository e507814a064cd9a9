// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
import RecadoEndpoints
import RecadoHTTP

/// An error that a screen shows to the user, without a message.
///
/// Views choose the message by ``kind`` and, if there is one, by ``reason``.
///
/// ```swift
/// do {
///     film = try await client.send(ShowFilm(id: 7))
/// } catch {
///     throw ScreenError(error)
/// }
/// ```
public struct ScreenError: Error, Sendable, Hashable {
    /// The kinds of errors, distinguished by the ways in which the user can respond.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Nobody answers at the address of the service.
        case unreachable
        /// The connection was lost during the call.
        case interrupted
        /// No secure connection was possible.
        case insecure
        /// The service did not answer in time.
        case slow
        /// The service is overloaded, or under maintenance.
        case busy
        /// The service has an internal error.
        case broken
        /// The answer does not match the declaration of the service.
        case unreadable
        /// The answer is longer than the client accepts.
        case tooLarge
        /// The requested thing does not exist or has been removed.
        case missing
        /// The caller has no right to do this.
        case notAllowed
        /// The service requires a login, or does not accept the login that was sent.
        case notSignedIn
        /// The current state does not allow this, perhaps after a change by somebody else.
        case conflict
        /// An input is wrong.
        case invalid
        /// The service refuses the call for another reason.
        case refused
        /// The call was cancelled; screens do not show this.
        case cancelled
    }

    /// The reasons for which screens have their own messages.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The film is not in the catalog, or has been removed.
        case noSuchFilm
        /// The film belongs to another member.
        case notOwner
        /// The film is already rented.
        case alreadyRented
        /// The film is not rented.
        case notRented
        /// The name or the password of a login is wrong.
        case wrongLogin
        /// Too many wrong logins were sent; the service checks no login until
        /// ``ScreenError/retryDelay`` has passed.
        case tooManyAttempts
        /// The post does not exist or has been removed.
        case noSuchPost
        /// The service does not accept the app's API key.
        case wrongKey
    }

    /// The kind of the error.
    public let kind: Kind
    /// The reason; `nil` if the kind alone determines the message.
    public let reason: Reason?
    /// The errors of a form's fields.
    public let fieldErrors: [FieldError]
    /// The call and its result in one line without secrets, for logs; empty if no call was made.
    public let report: String
    /// The time that the service asks callers to wait before repeating the call; `nil` if it does
    /// not ask.
    public let retryDelay: Duration?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of the error.
    ///   - reason: The reason; `nil`, the default, if the kind alone determines the message.
    ///   - fieldErrors: The errors of a form's fields; none by default.
    ///   - report: One line for logs, without secrets; empty by default.
    ///   - retryDelay: The time to wait before repeating the call; `nil`, the default, if the
    ///     service names none.
    public init(
        _ kind: Kind,
        _ reason: Reason? = nil,
        fieldErrors: [FieldError] = [],
        report: String = "",
        retryDelay: Duration? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.fieldErrors = fieldErrors
        self.report = report
        self.retryDelay = retryDelay
    }

    /// Creates the error for a failed call.
    ///
    /// - Parameters:
    ///   - error: The error of the call.
    ///   - reason: The reason, if the screen knows it; `nil` by default.
    public init<Failure: Error>(_ error: CallError<Failure>, _ reason: Reason? = nil) {
        self.init(
            Kind(error),
            reason,
            fieldErrors: (error.problem?.errors ?? []).compactMap { FieldError($0) },
            report: error.description,
            retryDelay: error.retryDelay
        )
    }

    /// True if the error was found locally, before any call was made, rather than by the service.
    public var isLocal: Bool { kind == .invalid && report.isEmpty }

    /// True if the same call may succeed a little later.
    public var isTemporary: Bool {
        switch kind {
        case .unreachable, .interrupted, .slow, .busy, .broken, .unreadable: true
        default: false
        }
    }

    /// Returns the error of a field.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The first error of the field; `nil` for none.
    public func fieldError(of name: String) -> FieldError? {
        fieldErrors.first { $0.field == name }
    }
}

extension ScreenError.Kind {
    /// Creates the kind of error for a failed call.
    init<Failure: Error>(_ error: CallError<Failure>) {
        switch error.kind {
        case .cancelled: self = .cancelled
        case .timedOut: self = .slow
        case .unreadable: self = .unreadable
        case .tooLarge: self = .tooLarge
        case .unauthenticated: self = .notSignedIn
        case .invalid: self = error.transportError?.kind == .cleartext ? .insecure : .invalid
        case .unreachable:
            switch error.transportError?.kind {
            case .connectionLost: self = .interrupted
            case .tls, .redirectRefused, .cleartext: self = .insecure
            case .protocolViolation: self = .unreadable
            default: self = .unreachable
            }
        default: self.init(error.status)
        }
    }

    /// Creates the kind of error for the status of a refusal.
    private init(_ status: Status?) {
        switch status?.code ?? 0 {
        case 401, 407, 511: self = .notSignedIn
        case 402, 403, 451: self = .notAllowed
        case 404, 410: self = .missing
        case 408, 504: self = .slow
        case 409, 412, 423, 425, 428: self = .conflict
        case 400, 413, 414, 422, 431: self = .invalid
        case 429, 502, 503: self = .busy
        case 500...: self = .broken
        default: self = .refused
        }
    }
}
