// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoEndpoints
import RecadoHTTP

/// Declarations and services that compile but contain mistakes, with the findings of a check.
///
/// The tests read this file as they read those in Fixtures/Mistakes: two comments name the mistake
/// and its remedy, and a comment below a line has the finding about it.
enum FlawedServices {
    struct Film: Codable, Sendable {
        var id: Int
        var title: String
    }

    struct Member: Caller {
        typealias Credentials = BasicCredentials
        static var realm: String { "Videoclub" }
    }

    // MARK: - Declarations

    // A property that does not say where it travels
    // `@Query var year: Int`
    struct PlainProperty: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = [Film]
        var year: Int
        // finding: PlainProperty: year does not say where it travels: @Path, @Query, @Header or
        //     @Body
    }

    // Two names for a field of the path
    // `@Path var number: Int`, or `{id}` in the route
    struct FieldOfAnotherName: Endpoint {
        static let route: Route = "GET /films/{number}"
        typealias Output = Film
        @Path var id: Int
        // finding: FieldOfAnotherName: @Path id does not stand in /films/{number}
        // finding: FieldOfAnotherName: {number} in /films/{number} is no @Path property
    }

    // An optional field of the path
    // `@Path var id: Int`; what may be missing is a `@Query`
    struct OptionalField: Endpoint {
        static let route: Route = "GET /films/{id}"
        typealias Output = Film
        @Path var id: Int? = nil
        // finding: OptionalField: @Path id must not be optional
    }

    // Two bodies
    // one `@Body` of a struct that holds both
    struct TwoBodies: Endpoint {
        static let route: Route = "POST /films"
        typealias Output = Film
        @Body var film: Film
        @Body var copies: Int
        // finding: TwoBodies: it has more than one @Body
    }

    // A body in a GET
    // `@Query`, or another method
    struct BodyOfGet: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = [Film]
        @Body var film: Film
        // finding: BodyOfGet: @Body has no meaning in a GET request
    }

    // A route without a method
    // `"GET /films"`
    struct RouteWithoutMethod: Endpoint {
        static let route: Route = "/films"
        typealias Output = [Film]
        // finding: RouteWithoutMethod: "/films" is no route: expected a method, one blank and a
        //     path from “/” on
    }

    // A status that does not go with the Output
    // leave `success` out: it is 204 for `NoContent`
    struct NothingCreated: Endpoint {
        static let route: Route = "POST /films"
        static let success: Status = .created
        typealias Output = NoContent
        // finding: NothingCreated: 201 Created does not go with the output NoContent
    }

    // An enum without `CaseIterable`
    // `enum Kind: String, Codable, CaseIterable`
    struct CasesUnknown: Endpoint {
        enum Kind: String, Codable {
            case film
            case series
        }

        static let route: Route = "GET /films"
        typealias Output = [Film]
        @Query var kind: Kind
        // finding: CasesUnknown: Kind cannot be described: its cases are not known; make it conform
        //     to CaseIterable
    }

    // An enum with values in its cases
    // `extension Media: SchemaProviding`, with its schema and an example
    struct CasesWithValues: Endpoint {
        enum Media: Codable, Sendable {
            case film(Film)
            case series(seasons: Int)
        }

        static let route: Route = "GET /media"
        typealias Output = Media
        // finding: CasesWithValues: Media cannot be described: …; make it
        //     conform to SchemaProviding
    }

    // A failure with the status of a success
    // a status of 4xx or 5xx
    struct FailureOfSuccess: Endpoint {
        enum Failure: Problem, CaseIterable {
            case empty
            var status: Status { .noContent }
            var title: String { "Empty" }
        }

        static let route: Route = "GET /films"
        typealias Output = [Film]
        // finding: FailureOfSuccess: its failure empty has the status 204
    }

    // A header whose name is none
    // letters, digits and hyphens: `"X-Tenant"`
    struct HeaderOfNoName: Endpoint {
        enum Tenant: HeaderName { static var fieldName: FieldName { "X Tenant" } }

        static let route: Route = "GET /films"
        typealias Output = [Film]
        @Header<Tenant, String> var tenant: String
        // finding: HeaderOfNoName: @Header tenant has a name that is none: expected letters, digits
        //     and hyphens
    }

    // The style of a property that is not there
    // `"pageSize": "pageSize"`, as the property is called
    struct StyleOfNothing: Endpoint {
        static let route: Route = "GET /films"
        static let parameterStyles: [String: ParameterStyle] = ["pagesize": "pageSize"]
        typealias Output = [Film]
        @Query var pageSize: Int? = nil
        // finding: StyleOfNothing: pagesize in its parameterStyles is no input
    }

    // MARK: - Services

    struct ListFilms: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = [Film]
    }

    struct ListAll: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = [Film]
    }

    struct ListMine: Endpoint {
        static let route: Route = "GET /films/mine"
        typealias Output = [Film]
        typealias Caller = Member
    }

    @Sendable private static func list(_ call: ListFilms) -> [Film] { [] }
    @Sendable private static func listAll(_ call: ListAll) -> [Film] { [] }
    @Sendable private static func listMine(_ call: ListMine, by member: Member) -> [Film] { [] }

    // Two endpoints with the same route
    // another path or method
    static var sameRoute: Service {
        var service = service(of: [ListFilms.self, ListAll.self])
        // finding: ListAll: it answers the same requests as ListFilms
        service.serve(list)
        service.serve(listAll)
        return service
    }

    // An endpoint without a handler
    // `service.serve(list)`
    static var unanswered: Service {
        service(of: [ListFilms.self])
        // finding: ListFilms: nothing answers it
    }

    // Two handlers for an endpoint
    // one of them
    static var answeredTwice: Service {
        var service = service(of: [ListFilms.self])
        service.serve(list)
        service.serve(list)
        // finding: ListFilms: it is answered twice
        return service
    }

    // A handler of an endpoint that the API does not list
    // `endpoints: [ListFilms.self, ListAll.self]`
    static var unlisted: Service {
        var service = service(of: [])
        service.serve(list)
        // finding: ListFilms: it is answered, but missing from the API club
        return service
    }

    // A caller that nothing authenticates
    // `service.authenticate(Member.self) { … }`
    static var unauthenticated: Service {
        var service = service(of: [ListMine.self])
        service.serve(listMine)
        // finding: ListMine: nothing authenticates its caller Member
        return service
    }

    // MARK: - Looking at them

    private static func service(of endpoints: [any Endpoint.Type]) -> Service {
        Service(API(name: "club", title: "Club", version: "1.0.0", endpoints: endpoints))
    }

    /// The findings of each declaration and service, by its name.
    static var findings: [String: [String]] {
        let declarations: [any Endpoint.Type] = [
            PlainProperty.self, FieldOfAnotherName.self, OptionalField.self, TwoBodies.self,
            BodyOfGet.self, RouteWithoutMethod.self, NothingCreated.self, CasesUnknown.self,
            CasesWithValues.self, FailureOfSuccess.self, HeaderOfNoName.self, StyleOfNothing.self,
        ]
        let services = [
            "sameRoute": sameRoute, "unanswered": unanswered, "answeredTwice": answeredTwice,
            "unlisted": unlisted, "unauthenticated": unauthenticated,
        ]
        var findings = services.mapValues { $0.check().map(\.description) }
        for declaration in declarations {
            let api = service(of: [declaration]).api
            findings["\(declaration)"] = api.check().map(\.description)
        }
        return findings
    }

    /// Reads the mistakes, with the findings that are expected of them, from this file's comments.
    static func mistakes() throws -> [Mistake] {
        let lines = try Mistake.lines(of: URL(filePath: #filePath))
        let starts = lines.indices.dropFirst(2).filter { index in
            lines[index - 2].hasPrefix("    // ") && lines[index - 1].hasPrefix("    // ")
                && lines[index].contains(/(struct|static var) \w+: (Endpoint|Service) \{/)
        }
        return starts.compactMap { start in
            let end = lines[start...].firstIndex(of: "    }") ?? lines.endIndex
            let words = lines[start].split { " :".contains($0) }
            guard let name = words.first(where: { $0 != "struct" && $0 != "static" && $0 != "var" })
            else { return nil }
            return Mistake(name: String(name), Array(lines[(start - 2)..<end]))
        }
    }
}
