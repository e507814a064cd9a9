// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A film or a series, as the database knows it.
///
/// Everything is text, and what is not known is `N/A`, as it is in OMDb.
public struct TitleRecord: Codable, Sendable, Hashable {
    /// The title.
    public var title: String
    /// The year, or the years of a series: `2011–2019`.
    public var year: String?
    /// For which ages it was rated: `PG-13`.
    public var rated: String?
    /// The day of the release: `24 Mar 1972`.
    public var released: String?
    /// How long it is: `175 min`.
    public var runtime: String?
    /// What kind it is: `Crime, Drama`.
    public var genre: String?
    /// Who directed it.
    public var director: String?
    /// Who wrote it.
    public var writer: String?
    /// Who plays in it.
    public var actors: String?
    /// What it is about.
    public var plot: String?
    /// What is spoken in it.
    public var language: String?
    /// Where it was made.
    public var country: String?
    /// What it won.
    public var awards: String?
    /// The address of its poster.
    public var poster: String?
    /// What several critics gave it.
    public var ratings: [Rating]?
    /// What critics gave it, of 100.
    public var metascore: String?
    /// What people gave it, of 10.
    public var imdbRating: String?
    /// How many people did.
    public var imdbVotes: String?
    /// The number at IMDb: `tt0068646`.
    public var imdbID: String?
    /// `movie`, `series` or `episode`.
    public var type: String?
    /// When it came out on disc.
    public var dvd: String?
    /// What it earned.
    public var boxOffice: String?
    /// Who produced it.
    public var production: String?
    /// The address of its site.
    public var website: String?
    /// How many seasons a series has.
    public var totalSeasons: String?

    /// What a critic gave.
    public struct Rating: Codable, Sendable, Hashable {
        /// Who gave it.
        public var source: String
        /// What was given.
        public var value: String

        /// The names on the wire.
        public enum CodingKeys: String, CodingKey {
            /// Who gave it.
            case source = "Source"
            /// What was given.
            case value = "Value"
        }

        /// Creates a rating.
        public init(source: String, value: String) {
            self.source = source
            self.value = value
        }
    }

    /// The names on the wire, in JSON.
    public enum CodingKeys: String, CodingKey {
        /// The title.
        case title = "Title"
        /// The year, or the years of a series: `2011–2019`.
        case year = "Year"
        /// For which ages it was rated: `PG-13`.
        case rated = "Rated"
        /// The day of the release: `24 Mar 1972`.
        case released = "Released"
        /// How long it is: `175 min`.
        case runtime = "Runtime"
        /// What kind it is: `Crime, Drama`.
        case genre = "Genre"
        /// Who directed it.
        case director = "Director"
        /// Who wrote it.
        case writer = "Writer"
        /// Who plays in it.
        case actors = "Actors"
        /// What it is about.
        case plot = "Plot"
        /// What is spoken in it.
        case language = "Language"
        /// Where it was made.
        case country = "Country"
        /// What it won.
        case awards = "Awards"
        /// The address of its poster.
        case poster = "Poster"
        /// What several critics gave it.
        case ratings = "Ratings"
        /// What critics gave it, of 100.
        case metascore = "Metascore"
        /// What people gave it, of 10.
        case imdbRating
        /// How many people did.
        case imdbVotes
        /// The number at IMDb: `tt0068646`.
        case imdbID
        /// `movie`, `series` or `episode`.
        case type = "Type"
        /// When it came out on disc.
        case dvd = "DVD"
        /// What it earned.
        case boxOffice = "BoxOffice"
        /// Who produced it.
        case production = "Production"
        /// The address of its site.
        case website = "Website"
        /// How many seasons a series has.
        case totalSeasons
    }

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - year: The year, or the years of a series.
    ///   - imdbID: The number at IMDb.
    ///   - type: `movie`, `series` or `episode`.
    public init(title: String, year: String, imdbID: String, type: String = "movie") {
        self.title = title
        self.year = year
        self.imdbID = imdbID
        self.type = type
    }
}
