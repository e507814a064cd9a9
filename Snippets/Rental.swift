// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// One endpoint, declared, served over a socket and called.

import Recado
import RecadoServer

struct Film: Codable, Sendable {
    var id: Int
    var title: String
    var rented = false
}

/// Someone with an account, who proves it by HTTP Basic authentication.
struct Member: Caller {
    typealias Credentials = BasicCredentials
    static var realm: String { "Videoclub" }
    let name: String
}

/// Marks a film as rented.
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

let api = API(
    name: "videoclub",
    title: "Videoclub",
    version: "1.0.0",
    endpoints: [RentFilm.self]
)

actor Club {
    private var films = [7: Film(id: 7, title: "La vida es bella")]

    func rent(_ call: RentFilm, by member: Member) async throws(RentFilm.Failure) -> Film {
        guard var film = films[call.id] else { throw .noSuchFilm }
        guard !film.rented else { throw .alreadyRented }
        film.rented = true
        films[call.id] = film
        return film
    }
}

func makeServer() throws -> Server {
    let club = Club()
    var service = Service(api)
    service.serve(club.rent)
    service.authenticate(Member.self) { credentials, _ throws(ProblemDetails) in
        credentials.password == "secret" ? Member(name: credentials.user) : nil
    }

    var configuration = ServerConfiguration()
    // No proxy on this machine passes on requests of others: passwords are taken without TLS.
    configuration.trustsLoopback = true
    configuration.addresses = [.loopback(port: 0)]
    return Server(configuration, handler: try Application([service]))
}

func rentTwice(at address: SocketAddress) async throws {
    let member = try BasicCredentials(user: "nuria", password: "secret")
    let client = try Client(base: "http://\(address)/videoclub") { $0.credentials = member }

    let film = try await client.send(RentFilm(id: 7))
    print("Rented:", film.title)

    do {
        _ = try await client.send(RentFilm(id: 7))
    } catch .failed(.alreadyRented) {
        print("Somebody has it at home.")
    } catch {
        print(error)
    }
}

let server = try makeServer()
for address in try await server.start() { try await rentTwice(at: address) }
await server.shutdown(grace: .seconds(1))
