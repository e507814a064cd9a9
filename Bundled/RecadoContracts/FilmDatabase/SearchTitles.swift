// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP

/// Finds a film or a series, or lists the films and series whose titles contain certain words.
public struct SearchTitles: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /"
    /// The name of the endpoint: `search`.
    public static let name = "search"
    /// The description of the endpoint.
    public static let about = About(
        "Finds films and series.",
        detail: """
            A number (i) or a title (t) finds one; words (s) list ten on a page. The first of i, t and s \
            that is there counts.
            """,
        tags: ["films"]
    )
    /// JSON, and XML whose structure differs from that of the JSON.
    public static let formats: [Format] = [.json, .xml(TitleAnswer.xml)]
    /// The titles found, or a message that nothing was found.
    public typealias Output = TitleAnswer
    /// Thrown if the API key is missing or unknown.
    public typealias Failure = TitleFailure

    /// The words to find in titles; `god*` matches every word that begins with `god`.
    @Query public var s: String?
    /// The title of a film or a series.
    @Query public var t: String?
    /// The identifier at IMDb: `tt0068646`.
    @Query public var i: String?
    /// The year of the release.
    @Query public var y: String?
    /// The type of title to find: `movie`, `series` or `episode`.
    @Query public var type: String?
    /// The length of the plot: `short` or `full`; `short` by default.
    @Query public var plot: String?
    /// The format of the answer: `json` or `xml`; `json` by default.
    @Query public var r: String?
    /// The page of a list, from 1 to 100; 1 by default.
    @Query public var page: String?
    /// The name of a JavaScript function that is called with the JSON (JSONP).
    @Query public var callback: String?
    /// The version of the API, which is 1.
    @Query public var v: String?
    /// The caller's API key.
    @Query public var apikey: String?

    /// Creates a call; set the other inputs as properties.
    ///
    /// - Parameters:
    ///   - s: The words to find in titles.
    ///   - t: The title of a film or a series.
    ///   - i: The identifier at IMDb.
    ///   - page: The page of a list, from 1.
    ///   - apikey: The caller's API key.
    public init(
        s: String? = nil,
        t: String? = nil,
        i: String? = nil,
        page: Int? = nil,
        apikey: String? = nil
    ) {
        self.s = s
        self.t = t
        self.i = i
        y = nil
        type = nil
        plot = nil
        r = nil
        self.page = page.map(String.init)
        callback = nil
        v = nil
        self.apikey = apikey
    }
}

/// The reasons why the database refuses a caller.
public enum TitleFailure: Problem, CaseIterable {
    /// The call has no API key.
    case noKey
    /// The API key is unknown.
    case invalidKey

    /// The status of the response: 401.
    public var status: Status { .unauthorized }

    /// The error message, in OMDb's words.
    public var title: String {
        switch self {
        case .noKey: "No API key provided."
        case .invalidKey: "Invalid API key!"
        }
    }
}
