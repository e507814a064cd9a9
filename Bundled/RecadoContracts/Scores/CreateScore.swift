// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Adds a score.
public struct CreateScore: Endpoint {
    /// The method and the path.
    public static let route: Route = "POST /scores"
    /// The description of the endpoint.
    public static let about = About(
        "Adds a score.",
        detail: """
            At least one of `name` and `total` must be there. Content may stand in a member `score`, as \
            {"score":{"name":"Pedro","total":125}}; forms of pages are taken too: \
            score[name]=Pedro&score[total]=125.
            """,
        tags: ["scores"]
    )
    /// Answers with 201.
    public static let success = Status.created
    /// JSON and XML.
    public static let formats: [Format] = .rails(root: "score")
    /// 1 MiB, enough for a score and the other fields that pages send with it.
    public static let contentLimit = 1 << 20
    /// The responses as Rails sends them; callers that ask for HTML are redirected to the page of
    /// the score.
    public static let documentedResponses: [DocumentedResponse] = .rails(
        "201",
        "The score, with its number",
        leadsTo: "The page of the score",
        refusals: [DocumentedResponse].refusalsOfChanges
    )
    /// The score, with its number.
    public typealias Output = Score

    /// The name and the total of the score.
    @Body public var score: ScoreDraft

    /// Creates a call.
    ///
    /// - Parameter score: The name and the total of the score; at least one of them.
    public init(_ score: ScoreDraft) {
        self.score = score
    }
}

/// Changes a score; members that are left out stay unchanged.
public struct UpdateScore: Endpoint {
    /// The method and the path; PUT does the same.
    public static let route: Route = "PATCH /scores/{id}"
    /// The description of the endpoint.
    public static let about = About(
        "Changes a score; what is left out stays as it is.",
        detail: "At least one of `name` and `total` must be there. PUT does the same.",
        tags: ["scores"]
    )
    /// JSON and XML.
    public static let formats: [Format] = .rails(root: "score")
    /// 1 MiB, enough for a score and the other fields that pages send with it.
    public static let contentLimit = 1 << 20
    private static let refusals = [DocumentedResponse].refusalsOfChanges.merging(
        ["404": "There is no score of this number"]
    ) { $1 }
    /// The responses as Rails sends them; callers that ask for HTML are redirected to the page of
    /// the score.
    public static let documentedResponses: [DocumentedResponse] = .rails(
        "200",
        "The score after the change",
        leadsTo: "The page of the score",
        refusals: refusals
    )
    /// The score after the change.
    public typealias Output = Score
    /// Thrown if the score does not exist.
    public typealias Failure = ScoreMissing

    /// The number of the score.
    @Path public var id: Int
    /// The changes.
    @Body public var score: ScoreDraft

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - id: The number of the score.
    ///   - score: The changes; at least one member.
    public init(id: Int, _ score: ScoreDraft) {
        self.id = id
        self.score = score
    }
}

/// Removes a score; its number is never used again.
public struct DeleteScore: Endpoint {
    /// The method and the path.
    public static let route: Route = "DELETE /scores/{id}"
    /// The description of the endpoint.
    public static let about = About("Removes a score.", tags: ["scores"])
    /// JSON and XML.
    public static let formats: [Format] = .rails(root: "score")
    /// The responses as Rails sends them; callers that ask for HTML are redirected to the page of
    /// the list.
    public static let documentedResponses: [DocumentedResponse] = .rails(
        "204",
        "Nothing",
        leadsTo: "The list of the scores",
        refusals: ["404": "There is no score of this number", "406": "There is no such format"]
    )
    /// No content: the answer has only a status and header fields.
    public typealias Output = NoContent
    /// Thrown if the score does not exist.
    public typealias Failure = ScoreMissing

    /// The number of the score.
    @Path public var id: Int

    /// Creates a call.
    ///
    /// - Parameter id: The number of the score.
    public init(id: Int) {
        self.id = id
    }
}
