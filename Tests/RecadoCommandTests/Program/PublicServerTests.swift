// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoHTTP
import RecadoServer
import RecadoSockets
import Synchronization
import Testing

/// Calls the public servers that the bundled services imitate; here a stub takes their place.
@Suite(.timeLimit(.minutes(2))) struct `Calls to the public weather and film servers` {
    /// Answers like a public server, but only requests that have its key.
    private final class Stub: Handler {
        private let seen = Mutex<[String]>([])
        var targets: [String] { seen.withLock { $0 } }

        func handle(_ request: Request) -> PendingResponse {
            .later { await self.answer(request) }
        }

        private func answer(_ request: Request) async -> Response {
            seen.withLock { $0.append(request.target) }
            let (status, text): (Status, String) =
                if !request.target.contains("=secret") {
                    (.unauthorized, #"{"cod":401,"message":"Invalid API key."}"#)
                } else if request.target.hasPrefix("/data/2.5/weather?") {
                    (
                        .ok,
                        """
                        {"weather":[{"id":800,"main":"Clear","description":"clear sky","icon":"01d"}],
                        "main":{"temp":300,"pressure":1000,"humidity":5},"dt":1,"name":"Mars","cod":"200"}
                        """
                    )
                } else {
                    (.ok, #"{"Title":"Mars Attacks!","Year":"1996","Response":"True"}"#)
                }
            return Response(
                status: status,
                fields: [.contentType: "application/json; charset=utf-8"],
                content: Content(text)
            )
        }
    }

    private func serve(_ body: (Stub, String) async throws -> Void) async throws {
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        let stub = Stub()
        let server = Server(configuration, handler: stub)
        let address = try #require(try await server.start().first)
        do {
            try await body(stub, "http://\(address)")
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
        await server.shutdown(grace: .zero)
    }

    @Test func `with a key in the environment, weather comes from the public server`() async throws
    {
        try await serve { stub, base in
            let run = try await ProgramRun(
                ["call", "weather", "current", "--q", "Alicante"],
                environment: [
                    "OPENWEATHERMAP_KEY": "secret", "OPENWEATHERMAP_URL": base + "/data/2.5",
                    "RECADO_SERVER": "http://127.0.0.1:1",
                ]
            )
            #expect(run.status == 0, "\(run.errors)")
            let report = try JSON().decode(WeatherReport.self, from: run.output)
            #expect(report.city == "Mars")
            #expect(stub.targets == ["/data/2.5/weather?q=Alicante&appid=secret"])
        }
    }

    @Test func `with a key in the environment, films come from the public server`() async throws {
        try await serve { stub, base in
            let run = try await ProgramRun(
                ["call", "films", "search", "--t", "Mars"],
                environment: ["OMDB_KEY": "secret", "OMDB_URL": base]
            )
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("Mars Attacks!"))
            #expect(stub.targets == ["/?t=Mars&apikey=secret"])
        }
    }

    @Test func `the error output has the server's message but not the key`() async throws {
        try await serve { _, base in
            let run = try await ProgramRun(
                ["call", "weather", "current", "--q", "Alicante"],
                environment: [
                    "OPENWEATHERMAP_KEY": "mistaken", "OPENWEATHERMAP_URL": base + "/data/2.5",
                ]
            )
            #expect(run.status == 4)
            #expect(run.errors.contains("Invalid API key."))
            #expect(!run.errors.contains("mistaken"))
        }
    }

    @Test func `a key in the environment is not sent to an unverified server`() async throws {
        let call = ["call", "films", "search", "--t", "Mars", "--insecure", "--timeout", "5"]
        let there = ["OMDB_KEY": "secret", "OMDB_URL": "https://nobody.invalid"]
        let refused = try await ProgramRun(call, environment: there)
        #expect(refused.status == 2)
        #expect(
            refused.errors.contains(
                "a machine that poses as nobody.invalid can read the key in OMDB_KEY"
            )
        )
        #expect(!refused.errors.contains("secret"))
        let pin = ["--pin", "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="]
        for allowed in [["--apikey", "secret"], pin] {
            let run = try await ProgramRun(call + allowed, environment: there)
            #expect(run.status == 3, "\(allowed): \(run.errors)")
        }
        try await serve { stub, base in
            let here = ["OMDB_KEY": "secret", "OMDB_URL": base]
            let run = try await ProgramRun(call, environment: here)
            #expect(run.status == 0, "\(run.errors)")
            #expect(stub.targets == ["/?t=Mars&apikey=secret"])
        }
    }

    @Test func `a key in the environment is not sent to a server given by --server`() async throws {
        try await serve { stub, base in
            let run = try await ProgramRun(
                ["call", "weather", "current", "--q", "Alicante", "--server", base],
                environment: ["OPENWEATHERMAP_KEY": "secret"]
            )
            #expect(run.status == 4)
            #expect(stub.targets == ["/data/2.5/weather?q=Alicante&appid=recado"])
        }
    }

    @Test
    func `the app shows weather of the public server, but not the key`() async throws {
        try await serve { stub, base in
            let folder = try TemporaryFolder()
            let server = try await RunningServer(
                database: folder.file("test.sqlite"),
                in: folder,
                environment: [
                    "OPENWEATHERMAP_KEY": "secret", "OPENWEATHERMAP_URL": base + "/data/2.5",
                ]
            )
            let client = try Client(base: server.url, transport: SocketTransport.shared)
            let bytes = try await client.bytes("apps/weather", query: ["q": "Mars"])
            let page = String(decoding: bytes, as: UTF8.self)
            #expect(page.contains("<h1 class=\"place\">Mars</h1>"))
            #expect(page.contains("https://openweathermap.org/img/wn/01d@2x.png"))
            #expect(!page.contains("Tiempo simulado"))
            #expect(page.contains("appid=…"))
            #expect(!page.contains("secret"))
            #expect(stub.targets.contains { $0.hasPrefix("/data/2.5/weather?q=Mars&units=metric") })
        }
    }

    @Test
    func `the app sends the key to a weather server given by --app-service`() async throws {
        try await serve { stub, base in
            let folder = try TemporaryFolder()
            let server = try await RunningServer(
                database: folder.file("test.sqlite"),
                in: folder,
                options: ["--app-service", "weather=\(base)/data/2.5"],
                environment: ["OPENWEATHERMAP_KEY": "secret"]
            )
            let client = try Client(base: server.url, transport: SocketTransport.shared)
            let bytes = try await client.bytes("apps/weather", query: ["q": "Mars"])
            let page = String(decoding: bytes, as: UTF8.self)
            #expect(page.contains("<h1 class=\"place\">Mars</h1>"))
            #expect(page.contains("Datos de 127.0.0.1"))
            #expect(!page.contains("Tiempo simulado"))
            #expect(!page.contains("secret"))
            #expect(stub.targets.contains { $0.hasSuffix("&appid=secret") })
            #expect(stub.targets.contains { $0.hasPrefix("/data/2.5/forecast?q=Mars&") })
        }
    }

    @Test func `without a key, the bundled services are called`() async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
        let weather = try await ProgramRun([
            "call", "weather", "current", "--q", "Alicante", "--server", server.url,
        ])
        #expect(weather.status == 0, "\(weather.errors)")
        #expect(weather.output.contains("\"Alicante\""))
        let films = try await ProgramRun([
            "call", "films", "search", "--s", "godfather", "--server", server.url,
        ])
        #expect(films.status == 0, "\(films.errors)")
        #expect(films.output.contains("The Godfather Part II"))
        let post = try await ProgramRun([
            "call", "posts", "new", "--title", "Hola", "--author", "1", "--server", server.url,
        ])
        #expect(post.status == 0, "\(post.errors)")
        let posts = try await ProgramRun(["call", "posts", "list", "--server", server.url])
        #expect(try JSON().decode([Post].self, from: posts.output).map(\.title) == ["Hola"])
    }
}
