// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(2))) struct `recado check` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A service that breaks rules on purpose, and does not keep to its own document.
    private struct Careless: Handler {
        private static let document = """
            {"openapi":"3.1.0","servers":[{"url":"http://192.0.2.1/"}],"paths":{
            "/films/{id}":{"get":{"parameters":[{"name":"id","in":"path","required":true,
            "schema":{"type":"integer","minimum":7}}],"responses":{}},
            "delete":{"responses":{}}},
            "/broken":{"get":{"responses":{}}}}}
            """

        func handle(_ request: Request) -> PendingResponse {
            .later { await self.answer(request) }
        }

        private func answer(_ request: Request) async -> Response {
            switch (request.method, request.path) {
            case (.get, "/openapi.json"):
                Response(
                    status: .ok,
                    fields: [.contentType: "application/json"],
                    content: Content(Self.document)
                )
            case (.get, "/films/7"), (.head, "/films/7"):
                Response(
                    status: .ok,
                    fields: [.contentType: "application/json", .eTag: "\"a\"", .link: "nonsense"],
                    content: Content("{}")
                )
            case (.options, _): Response(status: .noContent, fields: [.allow: "GET"])
            case (.get, "/broken"): Response(status: .internalServerError)
            case (.delete, _): Response(status: .unauthorized)
            default: Response(status: .methodNotAllowed)
            }
        }
    }

    /// Allows slow responses, because the machine may be busy with other tests.
    private static let patience = ["--slow", "60000", "--timeout", "60"]

    @Test func `finds no broken rules in the bundled services`() async throws {
        let path = folder.file("test.sqlite")
        let server = try await RunningServer(database: path, in: folder)
        for service in ["videoclub", "posts", "playground", "routes"] {
            let run = try await ProgramRun(["check", "\(server.url)/\(service)"] + Self.patience)
            #expect(run.status == 0, "\(service): \(run.output)\(run.errors)")
            #expect(run.output.contains("an ETag that matches is 304"))
            #expect(run.output.contains("If-Match that fails is 412"))
            #expect(run.output.contains("unknown paths are 404"))
            #expect(run.output.contains("no rule was broken"))
        }
    }

    /// The rules that each service breaks because the original that it imitates breaks them.
    private static let manners: [String: Set<String>] = [
        "scores": [
            "errors are problem details", "OPTIONS names the methods", "If-Match that fails is 412",
        ],
        "weather": [
            "errors are problem details", "401 has WWW-Authenticate",
            "Accept is honoured, or refused with 406",
        ],
        "films": ["errors are problem details", "401 has WWW-Authenticate"],
    ]

    @Test func `finds only expected broken rules in services that imitate others`() async throws {
        let path = folder.file("test.sqlite")
        let server = try await RunningServer(database: path, in: folder)
        let score = ["scores", "new", "--name", "Pedro", "--total", "125", "--server", server.url]
        #expect(try await ProgramRun(score).status == 0)
        for (service, rules) in Self.manners {
            let words = ["check", "\(server.url)/\(service)", "--json"]
            let run = try await ProgramRun(words + Self.patience)
            let findings = try CheckOutput(run).findings
            #expect(Set(findings.keys) == rules, "\(service): \(run.output)\(run.errors)")
        }
    }

    @Test(arguments: ["videoclub/openapi.json", "posts", "playground", "routes"])
    func `finds no broken rules in the bundled services with --unsafe`(
        _ service: String
    ) async throws {
        let path = folder.file("test.sqlite")
        let server = try await RunningServer(database: path, in: folder)
        let words = ["check", "--unsafe", "--user", "test123:test123"]
        let run = try await ProgramRun(words + Self.patience + ["\(server.url)/\(service)"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        // The routes are read-only, so no request to them has content.
        let takesContent = run.output.contains("unknown content is refused with 415")
        #expect(takesContent == (service != "routes"))
    }

    @Test func `reports the rules a careless service breaks, and calls no other host`() async throws
    {
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        let server = Server(configuration, handler: Careless())
        let address = try await #require(server.start().first)
        let run = try await ProgramRun(["check", "http://\(address)", "--json"])
        await server.shutdown(grace: .zero)
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        for rule in [
            "no failure of the server", "errors are problem details", "405 has Allow",
            "GET and HEAD say how long they may be kept", "links are valid",
            "OPTIONS names the methods", "an ETag that matches is 304",
            "If-Match that fails is 412", "Accept is honoured, or refused with 406",
            "unknown paths are 404",
        ] {
            let finding = "\"finding\""
            #expect(run.output.contains(finding) && run.output.contains(rule), "\(rule)")
        }
        #expect(run.output.contains("GET /films/7"))
        #expect(!run.output.contains("DELETE /films/7"))
        #expect(!run.output.contains("192.0.2.1"))
    }

    @Test func `reports a missing OpenAPI document`() async throws {
        let path = folder.file("test.sqlite")
        let server = try await RunningServer(database: path, in: folder)
        let run = try await ProgramRun(["check", server.url])
        #expect(run.status == 4)
        #expect(run.errors.contains("there is no OpenAPI document"))
    }

    @Test(arguments: [
        ["check"], ["check", "nonsense"], ["check", "ftp://a/"], ["check", "a", "b"],
    ])
    func `requires exactly one valid URL`(_ words: [String]) async throws {
        #expect(try await ProgramRun(words).status == 2)
    }
}
