// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A service that answers SOAP beside JSON: `swift run SOAPService`, which calls itself.

import Recado
import RecadoServer

struct Film: Codable, Sendable {
    var id: Int
    var title: String
    var poster: String?
    var tags: [String]
}

/// Marks a film as rented.
struct RentFilm: Endpoint {
    static let route: Route = "PUT /films/{id}/rent"
    typealias Output = Film
    enum Failure: Problem, CaseIterable {
        case noSuchFilm
        var status: Status { .notFound }
        var title: String { "There is no such film" }
    }
    @Path var id: Int
    @Query var days: Int? = nil
}

@Sendable func rent(_ call: RentFilm) async throws(RentFilm.Failure) -> Film {
    guard call.id == 7 else { throw .noSuchFilm }
    return Film(id: 7, title: "El sur", poster: nil, tags: ["drama"])
}

/// The same operation, as somebody who has only the description declares it.
struct Rent: SOAP.Operation {
    static let element = "RentFilm"
    static let namespace = "urn:example:club"
    static let result: String? = "RentFilmResult"
    typealias Output = Film
    var id: Int
}

let club = API(name: "club", title: "Club", version: "1.0.0", endpoints: [RentFilm.self])

var service = Service(club)
service.serve(rent)
service.publishSOAP(at: "/soap", namespace: "urn:example:club")

var configuration = ServerConfiguration()
configuration.addresses = [.loopback(port: 0)]
let server = Server(configuration, handler: try Application([service]))
let port = try await server.start()[0].port ?? 0

let client = try Client(base: "http://127.0.0.1:\(port)/club")
let soap = client.soap(at: "/soap", namespace: "urn:example:club")

let film = try await soap.send(RentFilm(id: 7, days: 3))
print(film.title)

do {
    _ = try await soap.send(RentFilm(id: 8))
} catch .failed(.noSuchFilm) {
    print("there is no film 8")
} catch {
    print(error)
}

/// Calls the operation as a program does that has only the service's description.
func callAsStranger(_ client: Client) async throws {
    var other = client.soap(at: "/soap")
    other.version = .soap12
    other.headers = [try SOAP.Header("Session", namespace: "urn:example:club", ["key": "k"])]
    do {
        print(try await other.send(Rent(id: 8)).title)
    } catch {
        print(error.fault?.code == .sender, error.fault?.reason ?? "")
    }
}

try await callAsStranger(client)
await server.shutdown(grace: .zero)
