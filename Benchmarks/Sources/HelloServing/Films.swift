// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP

/// Films that are sent and come back, in JSON and by SOAP.
public enum Films: Sendable {
    /// What is sent.
    public struct Film: Codable, Sendable {
        var id: Int
        var title: String
        var year: Int
        var director: String
        var rating: Double
        var isRented: Bool
        var tags: [String]

        /// A film.
        public static let example = Film(
            id: 7,
            title: "Los olvidados & más",
            year: 1950,
            director: "Luis Buñuel",
            rating: 8.25,
            isRented: false,
            tags: ["drama", "méxico", "clásico"]
        )
    }

    /// Answers the films that it is sent.
    public struct EchoFilms: Endpoint {
        /// The method and the path.
        public static let route: Route = "POST /films"
        /// Enough for a thousand films.
        public static let contentLimit = 1 << 20
        /// Nobody repeats a call.
        public static let idempotencyKeys = IdempotencyKeys.ignored
        /// The films that were sent.
        public typealias Output = [Film]
        @Body var films: [Film]

        /// A call with a number of films.
        public init(count: Int) {
            films = Array(repeating: .example, count: count)
        }
    }

    /// Answers twenty films.
    struct ListFilms: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = [Film]
    }

    /// Where it is called by SOAP.
    public static let soap = SOAP.Binding(at: "/soap", namespace: "urn:films")

    static let api = {
        var api = API(
            name: "films",
            title: "Films",
            version: "1",
            endpoints: [EchoFilms.self, ListFilms.self]
        )
        api.soap = [soap]
        return api
    }()

    static var service: Service {
        var service = Service(api)
        service.serve { (call: EchoFilms) in call.films }
        service.serve { (_: ListFilms) in Array(repeating: Film.example, count: 20) }
        return service
    }
}
