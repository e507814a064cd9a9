// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Adds a score by SOAP.
///
/// The SOAP service in the course's document (see ``Scores``) can only list scores. With this
/// operation, games that use SOAP can add scores.
public struct AddScore: Endpoint {
    /// The method and the path for callers without SOAP.
    public static let route: Route = "POST /play"
    /// The description of the endpoint.
    public static let about = About(
        "Adds a score by SOAP.",
        detail: "The operation AddScore at /play.asmx does the same.",
        tags: ["scores"]
    )
    /// Answers with 201.
    public static let success = Status.created
    /// 1 MiB, as for the other ways to add a score.
    public static let contentLimit = CreateScore.contentLimit
    /// The score, with its number.
    public typealias Output = Score

    /// The name and the total of the score.
    @Body public var score: ScoreDraft

    /// Creates a call.
    ///
    /// - Parameter score: The name and the total of the score.
    public init(_ score: ScoreDraft) {
        self.score = score
    }
}
