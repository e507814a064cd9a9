// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Cookies in requests and files` {
    private func get(_ uri: String, _ fields: Fields = [:]) throws -> Request {
        try Request(method: .get, uri: URI(uri), fields: fields)
    }

    @Test
    func `each URL of a redirected call gets its own cookies`() async throws {
        let stub = StubTransport { request throws(TransportError) in
            switch (request.authority, request.target) {
            case ("a.example", "/1"):
                var fields: Fields = [.location: "/2", .setCookie: "s=1; Path=/"]
                fields.append(
                    "t=2, 3; Path=/; Expires=Wed, 09 Jun 2100 10:18:14 GMT",
                    to: .setCookie
                )
                return Response(status: .found, fields: fields)
            case ("a.example", "/2"):
                return Response(status: .found, fields: [.location: "https://b.example/"])
            case ("b.example", _):
                return Response(status: .found, fields: [.location: "https://a.example/4"])
            default: return Response(status: .ok)
            }
        }
        let jar = CookieJar()
        let transport = RedirectTransport(base: CookieTransport(base: stub, jar: jar))
        _ = try await transport.send(get("https://a.example/1", [.cookie: "own=1"]))
        #expect(
            stub.sent.map { $0.fields[.cookie] } == [
                "own=1", "own=1; s=1; t=2, 3", nil, "s=1; t=2, 3",
            ]
        )
        #expect(stub.sent.allSatisfy { $0.fields[values: .cookie].count <= 1 })
    }

    @Test
    func `cookies of the request override those of the jar`() async throws {
        let jar = CookieJar()
        let stub = StubTransport(.ok)
        for field in ["a=jar; Path=/", "b=jar; Path=/"] {
            jar.set(field, from: try URI("https://a.example/"))
        }
        var fields: Fields = [.cookie: "b=own"]
        fields.append("c=own;", to: .cookie)
        _ = try await CookieTransport(base: stub, jar: jar).send(get("https://a.example/", fields))
        #expect(stub.sent.first?.fields[values: .cookie] == ["b=own; c=own; a=jar"])
    }

    @Test
    func `two jars share no cookies`() async throws {
        let stub = StubTransport(.ok, [.setCookie: "s=1"])
        let jars = [CookieJar(), CookieJar()]
        _ = try await CookieTransport(base: stub, jar: jars[0]).send(get("https://a.example/"))
        #expect(jars.map(\.cookies.count) == [1, 0])
    }

    // MARK: - Files

    /// Runs `body` with the path of a file that does not exist yet, and then removes that file.
    private func withFile(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recado-cookies-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "jar.json").path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count <= 1)
    }

    @Test
    func `a jar is restored from a file, by default without session cookies`() throws {
        try withFile { path in
            let uri = try URI("https://www.a.example/x/y")
            let jar = CookieJar()
            jar.set("a=\"ñ\"; Max-Age=9999; Secure; HttpOnly; SameSite=Strict", from: uri)
            jar.set("b=2; Max-Age=9999; Domain=a.example; Path=/", from: uri)
            jar.set("session=3", from: uri)
            try jar.save(to: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let restored = try CookieJar(contentsOf: path)
            #expect(restored.cookies == jar.cookies.filter { $0.expires != nil })
            #expect(restored.header(for: uri) == "a=\"ñ\"; b=2")
            try jar.save(to: path, keepingSession: true)
            #expect(try CookieJar(contentsOf: path).cookies.map(\.name) == ["a", "b", "session"])
        }
    }

    @Test
    func `a missing file is read as an empty jar`() throws {
        try withFile { path in
            let jar = try CookieJar(contentsOf: path)
            #expect(jar.cookies.isEmpty)
        }
    }

    static let files: [(content: String, reason: CookieJar.FileError.Reason)] = [
        ("", .malformed), ("{}", .malformed), ("[hunter2", .malformed),
        (#"{"version":2,"cookies":[]}"#, .unknownVersion(2)),
    ]

    @Test(arguments: files)
    func `a malformed file is an error that does not quote the file`(
        content: String,
        reason: CookieJar.FileError.Reason
    ) throws {
        try withFile { path in
            try Data(content.utf8).write(to: URL(filePath: path))
            let error = #expect(throws: CookieJar.FileError.self) {
                try CookieJar(contentsOf: path)
            }
            #expect(error?.reason == reason)
            #expect(error?.description.contains("hunter2") == false)
        }
    }

    @Test
    func `invalid cookies in a file are ignored`() throws {
        let names = ["good", "bad\\r\\nX", "bad;x"]
        let cookies = names.map { name in
            #"{"name":"\#(name)","value":"1","domain":"a.example","path":"/","expires":4000000000,"#
                + #""hostOnly":true,"secure":false,"httpOnly":false,"sameSite":"Lax","partitioned":false}"#
        }
        try withFile { path in
            let text = #"{"version":1,"cookies":[\#(cookies.joined(separator: ","))]}"#
            try Data(text.utf8).write(to: URL(filePath: path))
            let jar = try CookieJar(contentsOf: path)
            #expect(jar.cookies.map(\.name) == ["good"])
        }
    }

    @Test
    func `saving to a missing directory is an error`() throws {
        #expect(throws: CookieJar.FileError(.unwritable(2))) {
            try CookieJar().save(to: "/nowhere/at/all/jar.json")
        }
    }
}
