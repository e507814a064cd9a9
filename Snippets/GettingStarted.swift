// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/getting-started.md: 'swift run GettingStarted', while
// 'scripts/serve' serves.

import Recado

struct Film: Codable, Sendable {
    var id: Int
    var title: String
    var director: String?
    var rented: Bool
}

struct RentFilm: Endpoint {
    static let route: Route = "PUT /catalog/{id}/rent"
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

struct Member: Caller {
    typealias Credentials = BasicCredentials
    static var realm: String { "Videoclub" }
    let name: String
}

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"
let client = try Client(base: server + "/videoclub/api/v1")

let film: Film = try await client.get("catalog/8")
print(film.title)

let credentials = try BasicCredentials(user: "test123", password: "test123")
let member = client.with { $0.credentials = credentials }
do {
    print(try await member.send(RentFilm(id: 8)).rented)
} catch .failed(.alreadyRented) {
    print("Somebody has it at home.")
} catch {
    print(error)
}
