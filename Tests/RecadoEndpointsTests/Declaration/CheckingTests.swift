// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite struct `Checking a service` {
    struct Films: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = [String]
    }

    struct MoreFilms: Endpoint {
        static let route: Route = "GET /films"
        static let name = "films"
        typealias Output = [String]
    }

    struct FilmByID: Endpoint {
        static let route: Route = "GET /films/{id}"
        typealias Output = String
        @Path var id: Int
    }

    struct FilmByName: Endpoint {
        static let route: Route = "GET /films/{name}"
        typealias Output = String
        @Path var title: String
    }

    struct Stray: Endpoint {
        static let route: Route = "GET films"
        typealias Output = String
        var q: String
        var n: Int?
    }

    struct TwoBodies: Endpoint {
        static let route: Route = "GET /bodies"
        typealias Output = String
        @Body var one: String
        @Body var other: String
    }

    enum TenantName: HeaderName { static let fieldName: FieldName = "X-Tenant" }
    enum NoName: HeaderName { static let fieldName: FieldName = "X Tenant" }

    struct Tenant: Endpoint {
        static let route: Route = "GET /tenant"
        typealias Output = String
        @Header<TenantName, String> var tenant: String
        @Header<NoName, String?> var other: String?
    }

    enum Shape: Codable, Sendable {
        case circle(Double)
        case square(Double)
    }

    struct Undescribed: Endpoint {
        static let route: Route = "GET /shapes"
        typealias Output = Shape
    }

    struct OddFailures: Endpoint {
        static let route: Route = "GET /odd"
        static let success = Status.noContent
        typealias Output = String
        enum Failure: Problem, CaseIterable {
            case notFound
            case alsoNotFound
            var status: Status { self == .notFound ? .ok : .notFound }
            var title: String { "" }
            var code: String { "notFound" }
        }
    }

    struct Protected: Endpoint {
        static let route: Route = "GET /protected"
        typealias Output = String
        typealias Caller = Member
    }

    struct Careful: Endpoint {
        static let route: Route = "PUT /films/{id}"
        static let preconditions = Preconditions.required
        typealias Output = String
        @Path var id: Int
    }

    struct CarefulPost: Endpoint {
        static let route: Route = "POST /films"
        static let preconditions = Preconditions.required
        typealias Output = String
    }

    struct AcceptedFilm: Endpoint {
        static let route: Route = "GET /films/{name}"
        static let success = Status.accepted
        typealias Output = String
        @Path var name: String
    }

    private static func messages(_ endpoints: [any Endpoint.Type]) -> [String] {
        API(name: "test", title: "Test", version: "1", endpoints: endpoints).check()
            .map(\.description)
    }

    @Test func `the videoclub example passes the check`() {
        #expect(Videoclub.api.check().isEmpty)
    }

    @Test func `endpoints with the same route or the same name are reported`() {
        let messages = Self.messages([Films.self, MoreFilms.self, FilmByID.self, FilmByName.self])
        #expect(messages.contains("MoreFilms: it answers the same requests as Films"))
        #expect(messages.contains("MoreFilms: it has the same name as Films"))
        #expect(messages.contains("FilmByName: it answers the same requests as FilmByID"))
    }

    @Test func `path parameters that do not match the properties are reported`() {
        let messages = Self.messages([FilmByName.self])
        #expect(messages.contains("FilmByName: @Path title does not stand in /films/{name}"))
        #expect(messages.contains("FilmByName: {name} in /films/{name} is no @Path property"))
    }

    @Test func `properties without a place in the request and invalid routes are reported`() {
        let messages = Self.messages([Stray.self])
        #expect(messages.contains { $0.contains("q does not say where it travels") })
        #expect(messages.contains { $0.contains("n does not say where it travels") })
        #expect(messages.contains { $0.contains("\"GET films\" is no route") })
    }

    @Test func `invalid names of header fields are reported`() {
        let messages = Self.messages([Tenant.self])
        #expect(messages.count == 1, "\(messages)")
        #expect(messages[0].hasPrefix("Tenant: @Header other has a name that is none"))
    }

    @Test func `a second body and a body in a GET request are reported`() {
        let messages = Self.messages([TwoBodies.self])
        #expect(messages.contains("TwoBodies: it has more than one @Body"))
        #expect(messages.contains("TwoBodies: @Body has no meaning in a GET request"))
    }

    @Test func `required preconditions that no request can meet are reported`() {
        #expect(Self.messages([FilmByID.self, Careful.self]).isEmpty)
        #expect(
            Self.messages([Films.self, Careful.self]) == [
                "Careful: it requires conditions, but nothing answers GET at its path"
            ]
        )
        #expect(
            Self.messages([AcceptedFilm.self, Careful.self]) == [
                "Careful: it requires conditions, but what AcceptedFilm answers has no tag"
            ]
        )
        #expect(
            Self.messages([Films.self, CarefulPost.self]) == [
                "CarefulPost: conditions can be required of PUT, PATCH and DELETE alone"
            ]
        )
    }

    @Test func `types without a schema are reported with the reason`() {
        let messages = Self.messages([Undescribed.self])
        #expect(messages.count == 1)
        #expect(messages[0].contains("Shape cannot be described"))
    }

    @Test func `failures with a wrong status or a repeated name are reported`() {
        let messages = Self.messages([OddFailures.self])
        #expect(messages.contains("OddFailures: its failure notFound has the status 200 OK"))
        #expect(messages.contains("OddFailures: two of its failures are called notFound"))
        #expect(messages.contains("OddFailures: 204 No Content does not go with the output String"))
    }

    @Test func `endpoints without a handler or authentication are reported`() {
        let api = API(name: "t", title: "T", version: "1", endpoints: [Protected.self, Films.self])
        var service = Service(api)
        service.serve { (_: Protected, member: Member) in member.name }
        service.serve { (_: FilmByID) in "" }
        let messages = service.check().map(\.description)
        #expect(messages.contains("Protected: nothing authenticates its caller Member"))
        #expect(messages.contains("Films: nothing answers it"))
        #expect(messages.contains("FilmByID: it is answered, but missing from the API t"))
    }
}
