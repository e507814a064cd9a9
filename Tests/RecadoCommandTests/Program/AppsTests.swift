// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The apps of recado serve` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func server(_ options: [String] = []) async throws -> RunningServer {
        try await RunningServer(database: folder.file("test.sqlite"), in: folder, options: options)
    }

    private func page(_ path: String, of server: RunningServer) async throws -> String {
        try await ShellRun("curl -sk -H 'Accept: text/html' '\(server.url)\(path)'").output
    }

    struct Way: Sendable, CustomTestStringConvertible {
        var name: String
        var options: [String]
        var testDescription: String { name }

        static let all = [
            Way(name: "as it is", options: []),
            Way(name: "with a certificate that nobody knows", options: ["--tls-self-signed"]),
            Way(name: "on another address of the machine", options: ["--address", "127.0.0.1"]),
        ]
    }

    @Test(arguments: Way.all)
    func `use the services of their own server`(_ way: Way) async throws {
        let server = try await server(way.options)
        #expect(try await page("/apps/videoclub", of: server).contains("El padrino"))
        #expect(try await page("/", of: server).contains("href=\"/apps/videoclub\""))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `use another server if an option names it`() async throws {
        let other = try await server(["--app-service", "videoclub=http://127.0.0.1:9/videoclub"])
        let page = try await page("/apps/videoclub", of: other)
        #expect(page.contains("role=\"alert\""))
        #expect(!page.contains("El padrino"))
    }

    @Test(arguments: ["videoclub", "nothing=http://localhost", "films=ftp://localhost", "films="])
    func `an invalid --app-service option is refused at the start`(_ text: String) async throws {
        let run = try await ProgramRun(["serve", "--port", "0", "--app-service", text])
        #expect(run.status == 2)
        #expect(run.errors.contains("--app-service"))
    }

    @Test func `the key file is private and reused, and an invalid one is refused`() async throws {
        let first = try await server()
        let path = folder.file("test.sqlite.apps-key")
        let key = try Data(contentsOf: URL(filePath: path))
        #expect(key.count == 32)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        first.send(SIGTERM)
        #expect(await first.status() == 0)
        let second = try await server()
        #expect(try Data(contentsOf: URL(filePath: path)) == key)
        second.send(SIGTERM)
        #expect(await second.status() == 0)
        try Data("something else".utf8).write(to: URL(filePath: path))
        await #expect(throws: RunningServer.NotReady.self) { _ = try await server() }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("something else".utf8))
    }

    @Test func `wrong passwords from one client do not block another`() async throws {
        let server = try await server([
            "--trusted-proxy", "loopback", "--passwords-in-clear", "--demo",
        ])
        // The first wait lasts a second, and each later one twice as long, so some attempt comes
        // during a wait.
        var isBusy = false
        for _ in 0..<30 where !isBusy {
            let page = try await logIn(to: server, from: "192.0.2.1", "wrong")
            isBusy = page.contains("class=\"trouble busy\"")
        }
        #expect(isBusy)
        let page = try await logIn(to: server, from: "192.0.2.2", "test123")
        #expect(page.contains("Hola, test123."))
    }

    @Test func `services log the browser's address for calls that the apps make`() async throws {
        let options = ["--trusted-proxy", "loopback", "--log", "text"]
        let server = try await server(options)
        let films = "\(server.url)/videoclub/api/v1/catalog"
        let curl = "curl -s -o /dev/null -H 'X-Forwarded-For: 192.0.2.1'"
        _ = try await ShellRun("\(curl) \(server.url)/apps/videoclub")
        _ = try await ShellRun("curl -s -o /dev/null \(films)")
        server.send(SIGTERM)
        #expect(await server.status() == 0)
        let lines = try server.complaints().split(separator: "\n").map(String.init)
        let calls = lines.filter { $0.contains("GET /videoclub/api/v1/catalog") }
        #expect(calls.map { $0.prefix { $0 != " " } } == ["192.0.2.1", "127.0.0.1"])
    }

    @Test func `poster URLs use the trusted proxy's host or the public URL`() async throws {
        let curl = """
            curl -s -H 'X-Forwarded-For: 192.0.2.1' -H 'X-Forwarded-Proto: https' \
            -H 'X-Forwarded-Host: films.example;x'
            """
        func posters(_ options: [String]) async throws -> [String] {
            let server = try await server(options)
            var found: [String] = []
            let catalog = "/videoclub/api/v1/catalog"
            for path in [catalog + "/1", catalog, "/apps/videoclub"] {
                let text = try await ShellRun("\(curl) \(server.url)\(path)").output
                    .replacing("\\/", with: "/")
                let match = text.firstMatch(of: /([^"]*)\/videoclub\/posters\/el-pad/)
                found.append(String(try #require(match).1))
            }
            server.send(SIGTERM)
            #expect(await server.status() == 0)
            return found
        }
        let proxy = ["--trusted-proxy", "loopback"]
        let told = try await posters(proxy)
        #expect(told == Array(repeating: "https://films.example;x", count: 3))
        let fixed = try await posters(proxy + ["--public-url", "http://club.example/"])
        // The app refers to pictures of its own server by their paths alone.
        #expect(fixed == ["http://club.example", "http://club.example", ""])
        let untold = try await posters(["--public-url", "http://club.example"])
        #expect(untold == fixed)
    }

    @Test func `a copied cookie survives a restart but not a logout`() async throws {
        let proxy = ["--trusted-proxy", "loopback", "--passwords-in-clear", "--demo"]
        let first = try await server(proxy)
        _ = try await logIn(to: first, from: "192.0.2.1", "test123")
        first.send(SIGTERM)
        #expect(await first.status() == 0)
        let server = try await server()
        let jar = folder.file("jar-192.0.2.1")
        try FileManager.default.copyItem(atPath: jar, toPath: jar + "-copy")
        let home = "\(server.url)/apps/videoclub"
        let thief = "curl -s -b '\(jar)-copy' \(home)"
        #expect(try await ShellRun(thief).output.contains("Cuenta de test123"))
        let page = try await ShellRun("curl -s -b '\(jar)' -c '\(jar)' \(home)").output
        let form = try #require(page.components(separatedBy: "/logout\"").last)
            .components(separatedBy: "</form>")
        let inputs = form[0].matches(of: /type="hidden" name="([^"]+)" value="([^"]*)"/)
            .map { "--data-urlencode '\($0.1)=\($0.2)'" }.joined(separator: " ")
        let send = "curl -sL -b '\(jar)' -c '\(jar)' -H 'Sec-Fetch-Site: same-origin'"
        let left = try await ShellRun("\(send) \(inputs) \(home)/logout").output
        #expect(left.contains("Has salido."))
        #expect(!(try await ShellRun(thief).output.contains("Cuenta de test123")))
    }

    /// Submits the login form from a client's address, and returns the resulting page.
    private func logIn(
        to server: RunningServer,
        from address: String,
        _ password: String
    ) async throws -> String {
        let jar = folder.file("jar-\(address)")
        let path = "\(server.url)/apps/videoclub/login"
        let curl = "curl -sL -b '\(jar)' -c '\(jar)' -H 'X-Forwarded-For: \(address)'"
        let form = try await ShellRun("\(curl) \(path)").output
        let inputs = form.matches(of: /type="hidden" name="([^"]+)" value="([^"]*)"/)
            .map { "--data-urlencode '\($0.1)=\($0.2)'" }
        let entries = "-d login-user=test123 -d 'login-password=\(password)'"
        let send = "\(curl) -H 'Sec-Fetch-Site: same-origin'"
        return try await ShellRun("\(send) \(inputs.joined(separator: " ")) \(entries) \(path)")
            .output
    }
}
