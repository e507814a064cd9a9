// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// Lists the scores in the order in which they were added.
public struct ListScores: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /scores"
    /// The description of the endpoint.
    public static let about = About(
        "Lists the scores in the order in which they were added.",
        detail: "At most 10 000 of them; Link leads to the others.",
        tags: ["scores"]
    )
    /// JSON and XML.
    public static let formats: [Format] = .rails()
    /// The responses as the Rails application sends them.
    public static let documentedResponses: [DocumentedResponse] = .rails(
        "200",
        "The scores",
        refusals: ["400": "The query cannot be read", "406": "There is no such format"]
    )
    /// An array of scores, without an envelope.
    public typealias Output = [Score]

    /// The number of the page, from 1, if there are more scores than fit on one page.
    @Query public var page: Within<1, 1_000_000_000>?

    /// Creates a call.
    ///
    /// - Parameter page: The number of the page, from 1.
    public init(page: Within<1, 1_000_000_000>? = nil) {
        self.page = page
    }
}

/// Lists the best three scores.
///
/// The greatest total comes first. Of two equal totals, the older score comes first. Scores without
/// a total come last.
public struct TopScores: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /scores/top3"
    /// The description of the endpoint.
    public static let about = About("Lists the best three scores.", tags: ["scores"])
    /// JSON and XML.
    public static let formats: [Format] = .rails()
    /// The responses as the Rails application sends them.
    public static let documentedResponses: [DocumentedResponse] = .rails(
        "200",
        "The best three scores",
        refusals: ["400": "The query cannot be read", "406": "There is no such format"]
    )
    /// An array of at most three scores, without an envelope.
    public typealias Output = [Score]

    /// Creates a call.
    public init() {}
}

/// Streams the best three scores: first the current scores, then each time they change.
public struct WatchTopScores: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /scores/top3/live"
    /// The description of the endpoint.
    public static let about = About(
        "Tells the best three scores, and tells them anew each time they change.",
        tags: ["scores"]
    )
    /// Events, each with an array of at most three scores.
    public typealias Output = EventFeed<[Score]>

    /// Creates a call.
    public init() {}
}

/// Shows one score.
public struct ShowScore: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /scores/{id}"
    /// The description of the endpoint.
    public static let about = About("Shows one score.", tags: ["scores"])
    /// JSON and XML.
    public static let formats: [Format] = .rails(root: "score")
    /// The responses as the Rails application sends them.
    public static let documentedResponses: [DocumentedResponse] = .rails(
        "200",
        "The score",
        refusals: ["404": "There is no score of this number", "406": "There is no such format"]
    )
    /// The score.
    public typealias Output = Score
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
