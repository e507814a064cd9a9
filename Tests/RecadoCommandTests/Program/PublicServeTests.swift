// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A server reachable from other machines` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func server(_ options: [String]) async throws -> RunningServer {
        try await RunningServer(database: folder.file("test.sqlite"), in: folder, options: options)
    }

    private func stop(_ server: RunningServer) async throws {
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    /// Returns the status of the response when a user rents a film.
    private func rent(_ server: RunningServer, as user: String) async throws -> String {
        let path = "\(server.url)/videoclub/api/v1/catalog/8/rent"
        let curl = "curl -s -o /dev/null -w '%{http_code}' -X PUT"
        return try await ShellRun("\(curl) -u '\(user)' \(path)").output
    }

    private func add(_ name: String, _ password: String) async throws {
        let words = ["user", "add", name, "--database", folder.file("test.sqlite")]
        #expect(try await ProgramRun(words, input: password + "\n").status == 0)
    }

    struct Way: Sendable, CustomTestStringConvertible {
        var options: [String]
        var testDescription: String { options.joined(separator: " ") }

        static let all = [
            Way(options: ["--address", "0.0.0.0"]),
            Way(options: ["--trusted-proxy", "loopback"]),
            Way(options: ["--trusted-proxy", "10.1.0.7", "--passwords-in-clear"]),
            // For a proxy on this machine that adds no field to the requests that it forwards.
            Way(options: ["--public-url", "https://club.example"]),
        ]
    }

    @Test(arguments: Way.all)
    func `has no default login and reports it at the start`(_ way: Way) async throws {
        let server = try await server(way.options)
        #expect(server.banner.contains("Nobody may log in; recado user add <name> adds a member"))
        #expect(try await rent(server, as: "test123:test123") == "401")
        let home = try await ShellRun("curl -s -H 'Accept: text/html' \(server.url)/").output
        #expect(home.contains("name:password"))
        let login = try await ShellRun("curl -s \(server.url)/apps/videoclub/login").output
        #expect(!(home + login).contains("test123"))
        try await stop(server)
    }

    @Test func `lets added members log in, but not with the default password`() async throws {
        try await add("ana", "un secreto")
        try await add("test123", "test123")
        let server = try await server(["--address", "0.0.0.0"])
        #expect(server.banner.contains("Members who may log in: ana, test123\n"))
        #expect(server.banner.contains("test123 may not with the password test123"))
        #expect(try await rent(server, as: "ana:un secreto") == "403")
        #expect(try await rent(server, as: "test123:test123") == "401")
        try await stop(server)
    }

    @Test func `allows the default login only with --demo or on loopback`() async throws {
        try await stop(try await server(["--address", "0.0.0.0"]))
        let demo = try await server(["--address", "0.0.0.0", "--demo"])
        #expect(demo.banner.contains("Everybody may log in as test123 with the password test123"))
        #expect(try await rent(demo, as: "test123:test123") == "200")
        try await stop(demo)
        let again = try await server(["--address", "0.0.0.0"])
        #expect(try await rent(again, as: "test123:test123") == "401")
        try await stop(again)
        let own = try await server([])
        #expect(try await rent(own, as: "test123:test123") == "409")
        let lines = own.banner.split(separator: "\n")
        #expect(lines.count == 6, "\(own.banner)")
        #expect(
            lines[3].hasSuffix("/apps: videoclub, weather, game, posts, playground"),
            "\(lines[3])"
        )
        #expect(lines[4] == "Everybody may log in as test123 with the password test123")
        #expect(lines[5] == "Phones do not reach it: --address 0.0.0.0 lets the whole network in")
    }

    @Test(arguments: [
        (
            ["--address", "0.0.0.0"],
            "Logins from other machines are refused, for they come without"
        ),
        (
            ["--trusted-proxy", "loopback"],
            "Logins are refused from clients that come to the proxy"
        ),
        (["--address", "0.0.0.0", "--passwords-in-clear"], "Logins are taken without TLS"),
        (["--address", "0.0.0.0"], "--public-url says where others find them"),
        (
            ["--address", "0.0.0.0", "--public-url", "http://a.example"],
            "Clients use http://a.example\n"
        ),
        (
            ["--public-url", "https://a.example"],
            "Logins that a proxy says it passes on are refused: see --trusted-proxy\n"
        ),
    ])
    func `prints which logins are refused and which URL clients use`(
        _ options: [String],
        _ line: String
    ) async throws {
        let server = try await server(options)
        #expect(server.banner.contains(line), "\(server.banner)")
        try await stop(server)
    }

    @Test func `refuses local logins without TLS unless this machine is trusted`() async throws {
        let server = try await RunningServer(
            database: folder.file("untrusting.sqlite"),
            in: folder,
            isTrusting: false
        )
        let line = "But logins without TLS are refused: --trust-local takes those of this machine"
        #expect(server.banner.contains(line), "\(server.banner)")
        #expect(try await rent(server, as: "test123:test123") == "403")
        let metrics = try RawConnection(port: server.port)
        try metrics.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try metrics.answer().status == 403)
    }

    @Test(arguments: [
        ("localhost", 200), ("127.0.0.1:3000", 200), ("evil.example", 421), ("club.example", 200),
    ])
    func `refuses requests for unknown hosts with 421`(_ host: String, _ status: Int) async throws {
        let server = try await server(["--allowed-host", "club.example"])
        let connection = try RawConnection(port: server.port)
        try connection.send("GET /scores.json HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(try connection.answer().status == status)
    }

    @Test func `announces no refused logins with TLS`() async throws {
        let server = try await server(["--address", "0.0.0.0", "--tls-self-signed"])
        #expect(server.banner.contains("Nobody may log in;"))
        #expect(!server.banner.contains("refused"))
        try await stop(server)
    }

    @Test(arguments: [("0.0.0.0", true), ("127.0.0.1", false)])
    func `is detected by the public address of an inherited socket`(
        _ host: String,
        _ isPublic: Bool
    ) async throws {
        let script = """
            import os, socket, sys
            listener = socket.create_server(("\(host)", 0))
            os.dup2(listener.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let server = try await RunningServer(
            database: folder.file("test.sqlite"),
            in: folder,
            by: script
        )
        #expect(server.banner.contains("Nobody may log in") == isPublic)
        #expect(try await rent(server, as: "test123:test123") == (isPublic ? "401" : "200"))
        try await stop(server)
    }
}
