// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A failure that an endpoint declares: a typed error on both sides, problem details on the wire.
///
/// An enum without payloads needs only its statuses and titles:
///
/// ```swift
/// enum Failure: Problem, CaseIterable {
///     case notOwner, alreadyRented
///     var status: Status {
///         switch self { case .notOwner: .forbidden; case .alreadyRented: .conflict }
///     }
///     var title: String {
///         switch self { case .notOwner: "Not yours"; case .alreadyRented: "Taken" }
///     }
/// }
/// ```
public protocol Problem: ProblemDefaults, Error, Sendable {
    /// Every failure, for OpenAPI documents and for recognizing failures in the answers of servers.
    static var all: [Self] { get }
    /// The status of the answer, 4xx or 5xx.
    var status: Status { get }
    /// The human-readable summary of this kind of failure.
    var title: String { get }
    /// The human-readable explanation of this occurrence; none by default.
    var detail: String? { get }
    /// The human-readable advice to callers in documentation; none by default.
    var remedy: String? { get }
    /// The code that identifies this failure on the wire; the case's name by default.
    var code: String { get }
    /// Recognizes a failure in the answer of a server.
    ///
    /// For an answer without problem details, `details` has only the status, so that the failures
    /// of a service that does not use problem details can be recognized.
    ///
    /// - Parameter details: The answer; by default it is compared with the code and the status of
    ///   the failures in ``all``.
    init?(_ details: ProblemDetails)
}

extension Problem {
    /// Finds the failure of ``all`` with the same code and status.
    public init?(_ details: ProblemDetails) {
        guard let match = Self.all.first(where: { details.describes($0) }) else { return nil }
        self = match
    }
}

extension Problem where Self: CaseIterable {
    /// Every case.
    public static var all: [Self] { Array(allCases) }
}

extension Never: Problem {
    /// Empty: there are no failures.
    public static var all: [Never] { [] }
    /// Never called, because `Never` has no values.
    public var status: Status { switch self {} }
    /// Never called, because `Never` has no values.
    public var title: String { switch self {} }
    /// Returns `nil`: there are no failures.
    public init?(_ details: ProblemDetails) { nil }
}
