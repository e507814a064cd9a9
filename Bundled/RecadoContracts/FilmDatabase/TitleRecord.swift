// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A film or a series in the database.
///
/// All values are text. An unknown value is `N/A`, as in OMDb.
public struct TitleRecord: Codable, Sendable, Hashable {
    /// The title.
    public var title: String
    /// The year, or the years of a series: `2011–2019`.
    public var year: String?
    /// The age rating: `PG-13`.
    public var rated: String?
    /// The day of the release: `24 Mar 1972`.
    public var released: String?
    /// The running time: `175 min`.
    public var runtime: String?
    /// The genres: `Crime, Drama`.
    public var genre: String?
    /// The directors.
    public var director: String?
    /// The writers.
    public var writer: String?
    /// The actors.
    public var actors: String?
    /// The plot.
    public var plot: String?
    /// The languages spoken.
    public var language: String?
    /// The countries of production.
    public var country: String?
    /// The awards won.
    public var awards: String?
    /// The address of the poster.
    public var poster: String?
    /// The ratings by several critics.
    public var ratings: [Rating]?
    /// The critics' rating, out of 100.
    public var metascore: String?
    /// The rating by users of IMDb, out of 10.
    public var imdbRating: String?
    /// The number of votes at IMDb.
    public var imdbVotes: String?
    /// The identifier at IMDb: `tt0068646`.
    public var imdbID: String?
    /// The type: `movie`, `series` or `episode`.
    public var type: String?
    /// The day of the release on disc.
    public var dvd: String?
    /// The earnings at the box office.
    public var boxOffice: String?
    /// The production company.
    public var production: String?
    /// The address of the website.
    public var website: String?
    /// The number of seasons of a series.
    public var totalSeasons: String?

    /// A rating by a critic.
    public struct Rating: Codable, Sendable, Hashable {
        /// The source of the rating.
        public var source: String
        /// The rating as text: `97%`.
        public var value: String

        /// The names on the wire.
        public enum CodingKeys: String, CodingKey {
            /// The source of the rating.
            case source = "Source"
            /// The rating as text.
            case value = "Value"
        }

        /// Creates a rating.
        public init(source: String, value: String) {
            self.source = source
            self.value = value
        }
    }

    /// The names of the members in JSON.
    public enum CodingKeys: String, CodingKey {
        /// The title.
        case title = "Title"
        /// The year, or the years of a series: `2011–2019`.
        case year = "Year"
        /// The age rating: `PG-13`.
        case rated = "Rated"
        /// The day of the release: `24 Mar 1972`.
        case released = "Released"
        /// The running time: `175 min`.
        case runtime = "Runtime"
        /// The genres: `Crime, Drama`.
        case genre = "Genre"
        /// The directors.
        case director = "Director"
        /// The writers.
        case writer = "Writer"
        /// The actors.
        case actors = "Actors"
        /// The plot.
        case plot = "Plot"
        /// The languages spoken.
        case language = "Language"
        /// The countries of production.
        case country = "Country"
        /// The awards won.
        case awards = "Awards"
        /// The address of the poster.
        case poster = "Poster"
        /// The ratings by several critics.
        case ratings = "Ratings"
        /// The critics' rating, out of 100.
        case metascore = "Metascore"
        /// The rating by users of IMDb, out of 10.
        case imdbRating
        /// The number of votes at IMDb.
        case imdbVotes
        /// The identifier at IMDb: `tt0068646`.
        case imdbID
        /// The type: `movie`, `series` or `episode`.
        case type = "Type"
        /// The day of the release on disc.
        case dvd = "DVD"
        /// The earnings at the box office.
        case boxOffice = "BoxOffice"
        /// The production company.
        case production = "Production"
        /// The address of the website.
        case website = "Website"
        /// The number of seasons of a series.
        case totalSeasons
    }

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - year: The year, or the years of a series.
    ///   - imdbID: The identifier at IMDb.
    ///   - type: The type: `movie`, `series` or `episode`.
    public init(title: String, year: String, imdbID: String, type: String = "movie") {
        self.title = title
        self.year = year
        self.imdbID = imdbID
        self.type = type
    }
}
