// The declarations that the mistakes beside this file use.

import Recado
import RecadoHTTP

struct Film: Codable, Sendable {
    var id: Int
    var title: String
}

struct Member: Caller {
    typealias Credentials = BasicCredentials
    static var realm: String { "Videoclub" }
    var name: String
}

struct Device: Caller {
    typealias Credentials = BearerCredentials
    static var realm: String { "Videoclub" }
}

struct ListFilms: Endpoint {
    static let route: Route = "GET /films"
    typealias Output = [Film]
}

struct ShowFilm: Endpoint {
    static let route: Route = "GET /films/{id}"
    typealias Output = Film
    @Path var id: Int
}

struct RentFilm: Endpoint {
    static let route: Route = "PUT /films/{id}/rent"
    typealias Output = Film
    typealias Caller = Member

    enum Failure: Problem, CaseIterable {
        case noSuchFilm
        case alreadyRented

        var status: Status { self == .noSuchFilm ? .notFound : .conflict }
        var title: String { self == .noSuchFilm ? "No such film" : "Already rented" }
    }

    @Path var id: Int
}

struct ReportDamage: Endpoint {
    static let route: Route = "POST /films/{id}/damage"
    typealias Output = NoContent
    typealias Caller = Device
    @Path var id: Int
}
