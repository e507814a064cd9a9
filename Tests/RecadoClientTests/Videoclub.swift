// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

struct Film: Codable, Sendable, Hashable {
    var id: Int
    var title: String
}

struct Member: Caller {
    typealias Credentials = BasicCredentials
    static var realm: String { "videoclub" }
}

/// Rents a film.
struct RentFilm: Endpoint {
    static let route: Route = "PUT /catalog/{id}/rent"
    typealias Output = Film
    typealias Caller = Member

    enum Failure: Problem, CaseIterable {
        case notOwner
        case alreadyRented

        var status: Status {
            switch self {
            case .notOwner: .forbidden
            case .alreadyRented: .conflict
            }
        }

        var title: String {
            switch self {
            case .notOwner: "Not yours"
            case .alreadyRented: "Taken"
            }
        }
    }

    @Path var id: Int
    @Query var days: Int? = nil
}

/// Lists films.
struct ListFilms: Endpoint {
    static let route: Route = "GET /catalog"
    typealias Output = Page<Film>
    @Query var search: String? = nil
}

/// Adds a film.
struct AddFilm: Endpoint {
    static let route: Route = "POST /catalog"
    typealias Output = NoContent
    typealias Caller = Member
    @Body var film: Film
}
