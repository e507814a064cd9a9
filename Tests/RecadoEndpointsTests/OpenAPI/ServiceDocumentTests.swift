// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite struct `OpenAPI documents of services` {
    struct Tale: Codable, Sendable { var title: String }

    struct ShowTale: Endpoint {
        static let route: Route = "GET /tales/{id}"
        static let formats: [Format] = [.json, .xml]
        typealias Output = Tale
        enum Failure: Problem, CaseIterable {
            case noSuchTale
            var status: Status { .notFound }
            var title: String { "No such tale" }
        }
        @Path var id: Int
    }

    struct ListTales: Endpoint {
        static let route: Route = "GET /tales"
        typealias Output = [Tale]
        @Query var format: String? = nil
    }

    struct DropTale: Endpoint {
        static let route: Route = "DELETE /tales/{id}"
        typealias Output = NoContent
        @Path var id: Int
    }

    private static let api = API(
        name: "tales",
        title: "T",
        version: "1",
        endpoints: [ShowTale.self, ListTales.self, DropTale.self]
    )

    /// Returns the paths in the document of a service, after `change` has been applied to the
    /// service.
    private static func paths(_ change: (inout Service) -> Void) throws -> Value {
        var service = Service(api)
        change(&service)
        return try #require(try OpenAPI(service).value["paths"])
    }

    /// Returns the media types of a response.
    private static func types(_ operation: Value?, _ status: String) -> [String]? {
        operation?["responses"]?[status]?["content"]?.objectValue?.keys
    }

    @Test func `a service without views has the same document as its declaration`() throws {
        #expect(try OpenAPI(Service(Self.api)).value == OpenAPI(Self.api).value)
    }

    @Test func `an operation with an HTML view lists HTML among its formats`() throws {
        let paths = try Self.paths { service in
            service.view(ShowTale.self) { HTML.Page(title: $0.title, content: "") }
        }
        let show = paths["/tales/{id}"]?["get"]
        #expect(Self.types(show, "200") == ["application/json", "application/xml", "text/html"])
        let page = show?["responses"]?["200"]?["content"]?["text/html"]
        #expect(page == ["schema": ["type": "string"]])
        #expect(
            Self.types(show, "404") == ["application/problem+json", "application/problem+xml"]
        )
        #expect(Self.types(paths["/tales"]?["get"], "200") == ["application/json"])
    }

    @Test func `problems with an HTML view list HTML among their formats`() throws {
        let paths = try Self.paths { service in
            service.problemView { HTML.Page(title: $0.title, content: "") }
        }
        let show = paths["/tales/{id}"]?["get"]
        let types = ["application/problem+json", "application/problem+xml", "text/html"]
        #expect(Self.types(show, "404") == types)
        #expect(Self.types(show, "default") == types)
        #expect(Self.types(show, "200") == ["application/json", "application/xml"])
    }

    @Test func `the format parameter lists the available formats`() throws {
        let paths = try Self.paths { service in
            service.takesFormatParameter = true
            service.view(ShowTale.self) { HTML.Page(title: $0.title, content: "") }
        }
        let parameters = paths["/tales/{id}"]?["get"]?["parameters"]?.arrayValue
        #expect(parameters?.count == 2)
        #expect(
            parameters?.last == [
                "name": "format", "in": "query", "required": false,
                "description": "The format of the answer.",
                "schema": ["type": "string", "enum": ["json", "xml", "html"]],
            ]
        )
    }

    @Test func `a declared input named format keeps its own description`() throws {
        let paths = try Self.paths { $0.takesFormatParameter = true }
        let parameters = paths["/tales"]?["get"]?["parameters"]?.arrayValue
        #expect(parameters?.count == 1)
        #expect(parameters?.first?["schema"]?["type"] == "string")
        #expect(parameters?.first?["schema"]?["enum"]?.arrayValue == nil)
    }

    @Test func `an operation without output has no format parameter`() throws {
        let paths = try Self.paths { $0.takesFormatParameter = true }
        let parameters = paths["/tales/{id}"]?["delete"]?["parameters"]?.arrayValue
        #expect(parameters?.count == 1)
    }
}
