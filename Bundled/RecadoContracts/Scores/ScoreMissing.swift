// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The reason why a score could not be shown, changed or removed.
public enum ScoreMissing: Problem, CaseIterable {
    /// No score has this number.
    case noSuchScore

    /// The status of the response: 404.
    public var status: Status { .notFound }
    /// The error message.
    public var title: String { "There is no score of this number" }

    /// Recognizes the failure by the status, because the errors of Rails say nothing else about it.
    ///
    /// - Parameter details: The server's answer.
    public init?(_ details: ProblemDetails) {
        guard details.status == .notFound else { return nil }
        self = .noSuchScore
    }
}
