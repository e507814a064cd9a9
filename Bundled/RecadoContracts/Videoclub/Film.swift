// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// A film of the videoclub.
public struct Film: Resource, Hashable, Identifiable {
    /// The type in JSON:API: `films`.
    public static let resourceType = "films"

    /// The number that the catalog assigned.
    public var id: Int
    /// The title, of at most 255 characters.
    public var title: String
    /// The year of the release, of at most 8 characters: `1972`, `2011–19`.
    public var year: String
    /// The director, of at most 64 characters.
    public var director: String
    /// The address of the poster, of at most 255 characters; on the wire, an empty text means
    /// `nil`.
    @EmptyAsNil public var poster: String?
    /// True while the film is rented.
    @TruthValue public var rented: Bool
    /// The synopsis; on the wire, an empty text means `nil`.
    @EmptyAsNil public var synopsis: String?
    /// The time at which the film was added to the catalog, in UTC: `2017-01-31 10:20:30`.
    public var createdAt: String
    /// The time of the last change, in UTC: `2017-01-31 10:20:30`.
    public var updatedAt: String

    /// The names on the wire, which are those of the iOS course's server (see ``Videoclub``).
    public enum CodingKeys: String, CodingKey {
        /// The number.
        case id
        /// The title.
        case title
        /// The year.
        case year
        /// The director.
        case director
        /// The poster's address.
        case poster
        /// True while the film is rented.
        case rented
        /// The synopsis.
        case synopsis
        /// The time at which the film was added to the catalog.
        case createdAt = "created_at"
        /// The time of the last change.
        case updatedAt = "updated_at"
    }

    /// Creates a film.
    ///
    /// - Parameters:
    ///   - id: The number that the catalog assigned.
    ///   - title: The title.
    ///   - year: The year of the release.
    ///   - director: The director.
    ///   - createdAt: The time at which the film was added to the catalog.
    public init(id: Int, title: String, year: String, director: String, createdAt: String) {
        self.id = id
        self.title = title
        self.year = year
        self.director = director
        poster = nil
        rented = false
        synopsis = nil
        self.createdAt = createdAt
        updatedAt = createdAt
    }
}
