// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP

/// Films that clients send and the service returns, in JSON and by SOAP.
public enum Films: Sendable {
    /// A film.
    public struct Film: Codable, Sendable {
        var id: Int
        var title: String
        var year: Int
        var director: String
        var rating: Double
        var isRented: Bool
        var tags: [String]

        /// An example of a film.
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

    /// Returns the films that it gets.
    public struct EchoFilms: Endpoint {
        /// The method and the path.
        public static let route: Route = "POST /films"
        /// A limit that is enough for a thousand films.
        public static let contentLimit = 1 << 20
        /// Ignores idempotency keys, as no call is repeated.
        public static let idempotencyKeys = IdempotencyKeys.ignored
        /// The films of the request.
        public typealias Output = [Film]
        @Body var films: [Film]

        /// Creates a call with a number of films.
        public init(count: Int) {
            films = Array(repeating: .example, count: count)
        }
    }

    /// Returns twenty films.
    struct ListFilms: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = [Film]
    }

    /// The SOAP binding of the endpoints.
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
