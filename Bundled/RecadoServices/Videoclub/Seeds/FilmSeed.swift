// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A film that the catalog begins with.
struct FilmSeed {
    /// The member who adds the film.
    enum Owner {
        /// The teacher, whose films nobody can change.
        case teacher
        /// The member whom everybody may play.
        case guest
    }

    /// The title in Spain.
    let title: String
    /// The year of the release.
    let year: String
    /// The director.
    let director: String
    /// The member who adds the film.
    let owner: Owner
    /// True if the film is rented initially.
    let isRented: Bool
    /// The composition of its poster.
    let motif: Motif
    /// The synopsis, in our own words.
    let synopsis: String

    /// The film's poster.
    var poster: Poster { Poster(title: title, year: year, director: director, motif: motif) }
}

/// The initial films of the catalog, in order.
enum FilmSeeds {}
