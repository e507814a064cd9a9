// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The programs `Snippets/Course….swift`, run beside `recado serve` as their readers run them.
@Suite(.timeLimit(.minutes(4))) struct `Example programs for the iOS course` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func server(
        _ options: [String] = [],
        isTrusting: Bool = true
    ) async throws -> RunningServer {
        try await RunningServer(
            database: folder.file("test.sqlite"),
            in: folder,
            options: options,
            isTrusting: isTrusting
        )
    }

    private func lines(_ name: String, _ arguments: [String]) async throws -> [String] {
        try await SnippetRun.lines(name, arguments)
    }

    /// Runs a program against a new server, and returns the lines that it prints.
    private func lines(_ name: String) async throws -> [String] {
        let server = try await server()
        return try await lines(name, ["http://localhost:\(server.port)"])
    }

    @Test func `JSON is decoded to values and models, and a missing key is named`() async throws {
        let lines = try await lines("CourseValues")
        #expect(lines.starts(with: ["42.0", "true", "someKey is 42.0", "anotherKey is {"]))
        #expect(lines.contains(#"  "anotherKey": "prueba""#))
        #expect(
            lines.suffix(4) == [
                #"Caffè Macs 37.330576 -122.029739 ["breakfast", "lunch", "dinner"]"#,
                #"keyNotFound at /meals (line 1, column 1): expected a value for the key "meals""#,
                "El padrino", "20 1 El padrino",
            ]
        )
    }

    @Test func `the weather is the same in JSON and XML, and its icon is an image`() async throws {
        let lines = try await lines("CourseWeather")
        try #require(lines.count == 5)
        let readings = /Alicante ES -?\d+(\.\d+)? °C \d+(\.\d+)? % \d+(\.\d+)? m\/s/
        #expect(lines[0].wholeMatch(of: readings) != nil, "\(lines[0])")
        #expect(lines[1].wholeMatch(of: /\D+ \d\d[dn] true/) != nil, "\(lines[1])")
        #expect(lines[2...3] == lines[0...1])
        #expect(lines[4] == "no such city")
    }

    @Test func `scores are sent and the three best read in three formats`() async throws {
        let server = try await server()
        #expect(
            try await lines("CourseNewScores", [server.url]) == [
                "Pedro 125", "Inés & Co 51", "Nuria 53", "153", "gone", "El%20Cami%C3%B3n",
                "title=El%20Cami%C3%B3n&a%26b=1%2B1", "RWwgQ2FtacOzbg== El Camión",
            ]
        )
        #expect(
            try await lines("CourseTop3", [server.url]) == [
                "Descargando ...", "Nuria 153", "Pedro 125", "Top 3", "Nuria 153", "Pedro 125",
                #"["pepe: Hola, ¿qué tal?", "ana: Fetén"]"#, "stopped at foto",
                #"["Nuria", "Pedro"]"#,
            ]
        )
    }

    @Test func `credentials are sent after a challenge or in advance`() async throws {
        let asked = ["  PUT without credentials: 401"]
        let sent = ["  PUT with credentials: 200", "La película se ha modificado correctamente"]
        let refused = "Tienes que iniciar sesión para hacer esto."
        let expected =
            ["By challenge, per session"] + asked + sent + sent
            + ["By challenge, refused"] + asked
            + [
                "  PUT with credentials: 401", "  please check the credentials for Videoclub",
                refused, "By challenge, per request",
            ] + asked + [refused] + asked + sent
            + ["From a store"] + asked + sent
            + ["Beforehand, per session"] + sent + ["Beforehand, per request"] + sent
        #expect(try await lines("CourseCredentials") == expected)
    }

    @Test func `custom CAs, pinned keys and client certificates decide on trust`() async throws {
        try await makeCertificates()
        let server = try await server([
            "--tls-certificate", folder.file("server.pem"), "--tls-key", folder.file("server.key"),
            "--tls-client-authorities", folder.file("authority.pem"),
        ])
        let address = "https://localhost:\(server.port)"
        let lines = try await lines("CourseTrust", [address, folder.path])
        #expect(
            lines.dropLast() == [
                "The authorities of the system", "  cannot secure the connection",
                "Our own authority", "  answered: 0 scores",
                "A pinned key", "  answered: 0 scores",
                "Another key", "  cannot secure the connection",
                "Without a certificate of our own",
            ]
        )
        // The server's TLS alert arrives before or after the connection is seen to end.
        let ends = ["  cannot secure the connection", "  connection lost"]
        #expect(ends.contains(lines.last ?? ""), "\(lines)")
    }

    /// Makes a certificate authority, and certificates by it for the server and for a client, with
    /// the commands of the article.
    private func makeCertificates() async throws {
        let article = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Documentation/Articles/credentials-and-trust.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let lines = try #require(text.firstMatch(of: /\naddress=[^`]*\ndone\n/)).output
        let run = try await ShellRun("set -e\ncd \(folder.path)\(lines)")
        #expect(run.status == 0)
    }

    @Test func `films are rented, looked up, added and deleted, or refused`() async throws {
        #expect(
            try await lines("CourseVideoclub") == [
                "4 Pulp Fiction Alquilada", "Uno de los nuestros Alquilada",
                "No tienes permiso para hacer esto.", "El padrino Libre", "back to the list",
                "The Godfather 1972", "The Godfather (copia)", "La película se ha eliminado",
                "it stays",
            ]
        )
    }

    @Test func `a new post is the first in the list`() async throws {
        #expect(try await lines("CoursePosts") == ["Hola 24", "1 Hola"])
    }

    @Test func `calls are cancelled by hand, with their owner or with their task`() async throws {
        #expect(
            try await lines("CourseCancelling") == [
                "Alicia Abad", "/playground/user?shape=user&delay=0", "as requested",
                "its owner “users” was released", "true",
            ]
        )
    }

    @Test func `values and errors are decoded below root keys or in an envelope`() async throws {
        let words = #"descripcion: Optional("Algo ha ido mal"))"#
        #expect(
            try await lines("CourseSerializers") == [
                "A-1 Alicia Abad 18/10/1981", "400 ErrorDTO(codError: 1, \(words)",
                "C-3 Carla Costa 02/02/1987", "400 ErrorDTO(codError: 1, \(words)",
                "A-1 Alicia Abad 18/10/1981", "200 EnvelopeErrorDTO(codError: 7, \(words)",
                "A-1 Alicia Abad 18/10/1981", "nobody", "A-1 Alicia Abad 18/10/1981",
                "1242 Alberto Alfaro",
            ]
        )
    }

    @Test func `routes are loaded with their category`() async throws {
        #expect(
            try await lines("CourseRoutes") == [
                "Barrio de los alfareros – Historia", "node--scity_route true",
                "Historia | nothing | Historia",
                #"["Barrio de los alfareros", "Bosque de ribera", "Calas escondidas"]"#,
                "`field_nothing` is not a valid relationship field name. "
                    + "Possible values: field_route_category, field_route_nearby.",
            ]
        )
    }

    @Test(arguments: [false, true])
    func `a phone logs in without TLS only if the server allows it`(inClear: Bool) async throws {
        let options =
            ["--address", "0.0.0.0", "--demo"] + (inClear ? ["--passwords-in-clear"] : [])
        let server = try await server(options, isTrusting: false)
        // The client does not treat this address as one of its own machine.
        let lines = try await lines("CourseFromAPhone", ["http://0.0.0.0:\(server.port)"])
        try #require(lines.count == 3)
        #expect(lines[0] == "not encrypted")
        #expect(lines[1] == "20 films")
        if inClear {
            #expect(lines[2] == "La película se ha modificado correctamente")
        } else {
            #expect(lines[2].hasPrefix("Credentials are taken over HTTPS only"))
        }
    }
}
