// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A film in the course's apps, which is read only if all its members are there.
struct CourseFilm: Sendable, Hashable {
    var identif: Int?
    var title = ""
    var year = ""
    var director = ""
    var poster = ""
    var synopsis = ""
    var rented = false

    /// Makes an empty film for the user to fill in.
    init() {}

    /// Reads a film from the videoclub's JSON.
    init?(json: [String: Any]) {
        guard let identif = json["id"] as? Int,
            let title = json["title"] as? String,
            let year = json["year"] as? String,
            let director = json["director"] as? String,
            let poster = json["poster"] as? String,
            let rented = json["rented"] as? Bool,
            let synopsis = json["synopsis"] as? String
        else { return nil }
        self.identif = identif
        self.title = title
        self.year = year
        self.director = director
        self.poster = poster
        self.rented = rented
        self.synopsis = synopsis
    }

    /// Reads a film from the film database's JSON, whose `Response` is a text.
    init?(found json: [String: Any]) {
        guard json["Response"] as? String == "True",
            let title = json["Title"] as? String,
            let year = json["Year"] as? String,
            let director = json["Director"] as? String,
            let poster = json["Poster"] as? String,
            let plot = json["Plot"] as? String
        else { return nil }
        self.title = title
        self.year = year
        self.director = director
        self.poster = poster.hasPrefix("http") ? poster : ""
        synopsis = plot
    }

    /// The JSON that the app sends for the film.
    var json: Data? {
        let members: [String: Any] = [
            "title": title, "year": year, "director": director, "poster": poster,
            "synopsis": synopsis,
        ]
        return try? JSONSerialization.data(withJSONObject: members, options: .prettyPrinted)
    }
}
