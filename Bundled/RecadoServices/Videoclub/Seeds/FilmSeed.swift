// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A sample film, which the catalog contains initially.
struct FilmSeed {
    /// The owner of the film.
    enum Owner {
        /// The teacher, whose films nobody can change.
        case teacher
        /// The member `test123` of a demonstration; anyone may log in as this member.
        case guest
    }

    /// The Spanish title.
    let title: String
    /// The year of the release.
    let year: String
    /// The director.
    let director: String
    /// The owner of the film.
    let owner: Owner
    /// True if the film is rented initially.
    let isRented: Bool
    /// The composition of the poster.
    let motif: Motif
    /// The synopsis, in our own words.
    let synopsis: String

    /// The film's poster.
    var poster: Poster { Poster(title: title, year: year, director: director, motif: motif) }
}

/// The initial films of the catalog, in order.
enum FilmSeeds {}
