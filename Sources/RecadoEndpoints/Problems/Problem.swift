// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A failure that an endpoint declares: a typed error on both sides, problem details on the wire.
///
/// An enum without payloads needs no more than its statuses and titles:
///
/// ```swift
/// enum Failure: Problem, CaseIterable {
///     case notOwner, alreadyRented
///     var status: Status { switch self { case .notOwner: .forbidden; case .alreadyRented: .conflict } }
///     var title: String { switch self { case .notOwner: "Not yours"; case .alreadyRented: "Taken" } }
/// }
/// ```
public protocol Problem: ProblemDefaults, Error, Sendable {
    /// Every failure, for documents and for reading answers.
    static var all: [Self] { get }
    /// The status of the answer, 4xx or 5xx.
    var status: Status { get }
    /// The summary of this kind of failure, in words for people.
    var title: String { get }
    /// The explanation of this occurrence, in words for people; none by default.
    var detail: String? { get }
    /// The remedy that a caller has, in words for people, for documents; none by default.
    var remedy: String? { get }
    /// The code that identifies this failure on the wire; the case's name by default.
    var code: String { get }
    /// Recognises a failure in what a server answered.
    ///
    /// An answer without problem details has details of its status alone, by which a failure of a
    /// service that knows no problem details can be recognised.
    ///
    /// - Parameter details: The answer; by default the failure of ``all`` with the same code and
    ///   status is found.
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
    /// None.
    public static var all: [Never] { [] }
    /// Never asked for.
    public var status: Status { switch self {} }
    /// Never asked for.
    public var title: String { switch self {} }
    /// Recognises nothing.
    public init?(_ details: ProblemDetails) { nil }
}
