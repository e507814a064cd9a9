// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import Testing

@testable import RecadoCommand

@Suite(.timeLimit(.minutes(3))) struct `recado describe and completion` {
    @Test func `the printed OpenAPI document equals the served one`() async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
        let described = try await ProgramRun(["describe", "openapi", "videoclub"])
        #expect(described.status == 0)
        let document = try JSON().value(from: described.output)
        #expect(document["openapi"]?.stringValue?.hasPrefix("3.1") == true)
        #expect(document["paths"]?.objectValue?.isEmpty == false)
        let connection = try RawConnection(port: server.port)
        try connection.send(
            "GET /videoclub/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        let answer = try connection.read(until: "never")
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        #expect(answer.contains("application/json"))
        #expect(answer.hasSuffix("\r\n\r\n" + described.output))
    }

    @Test func `endpoints are listed with their routes`() async throws {
        let run = try await ProgramRun(["describe", "endpoints", "videoclub"])
        #expect(run.status == 0)
        for endpoint in Videoclub.api.endpoints {
            let name = ServiceCommand.name(of: endpoint, in: Videoclub.api)
            #expect(run.output.contains("\n\(name) "))
            #expect(run.output.contains("/videoclub" + endpoint.route.path))
        }
    }

    @Test func `Swift declarations are generated from a WSDL file`() async throws {
        let folder = try TemporaryFolder()
        let described = try await ProgramRun(["describe", "wsdl", "videoclub"])
        #expect(described.status == 0)
        let file = folder.file("videoclub.wsdl")
        try Data(described.output.utf8).write(to: URL(filePath: file))
        let run = try await ProgramRun(["describe", "swift", "--wsdl", file])
        #expect(run.status == 0, "\(run.errors)")
        for line in [
            "enum Videoclub {", "struct RentFilm: SOAP.Operation {", "var id: Int",
            "static let namespace = \"urn:recado:videoclub\"",
        ] {
            #expect(run.output.contains(line), "\(run.output)")
        }
    }

    @Test func `Swift declarations are generated from OpenAPI in JSON and YAML`() async throws {
        let folder = try TemporaryFolder()
        let described = try await ProgramRun(["describe", "openapi", "videoclub"])
        let json = folder.file("videoclub.json")
        try Data(described.output.utf8).write(to: URL(filePath: json))
        let run = try await ProgramRun(["describe", "swift", "--openapi", json])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("struct RentFilm: Endpoint {"), "\(run.output)")
        let yaml = folder.file("club.yaml")
        let parts = folder.file("parts.yaml")
        try Data("film: {type: object, properties: {title: {type: string}}}".utf8)
            .write(to: URL(filePath: parts))
        try Data(
            """
            openapi: 3.0.3
            info: {title: Club, version: "1"}
            paths: {}
            components: {schemas: {Film: {$ref: "parts.yaml#/film"}}}
            webhooks: {a: {post: {}}}
            """.utf8
        ).write(to: URL(filePath: yaml))
        let other = try await ProgramRun(["describe", "swift", "--openapi", yaml])
        #expect(other.status == 0, "\(other.errors)")
        #expect(other.output.contains("var title: String?"), "\(other.output)")
        #expect(other.errors.contains("#/webhooks: webhooks are not called"), "\(other.errors)")
    }

    @Test func `models are generated from sample JSON`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("film.json")
        try Data(#"[{"title": "Alien", "year": 1979}, {"title": "Her"}]"#.utf8)
            .write(to: URL(filePath: file))
        let run = try await ProgramRun(["describe", "swift", "--json", file])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("struct Film: SchemaModel {"), "\(run.output)")
        #expect(run.output.contains("var year: Int?"), "\(run.output)")
    }

    @Test func `Swift declarations are generated from a served WSDL document`() async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
        let address = "http://localhost:\(server.port)/videoclub/soap?wsdl"
        let run = try await ProgramRun(["describe", "swift", "--wsdl", address])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("It answers at http://localhost:\(server.port)/videoclub/soap"))
        #expect(run.output.contains("struct ListFilms: SOAP.Operation {"))
    }

    @Test(arguments: [
        (["describe", "swift"], "--wsdl"),
        (["describe", "swift", "--wsdl", "/nowhere.wsdl"], "/nowhere.wsdl cannot be read"),
        (["describe", "swift", "--openapi", "/nowhere.yaml"], "/nowhere.yaml cannot be read"),
        (["describe", "swift", "--json", "a", "--wsdl", "b"], "one of --openapi"),
    ])
    func `a missing file or option is named`(_ words: [String], _ part: String) async throws {
        let run = try await ProgramRun(words)
        #expect(run.status == 2)
        #expect(run.errors.contains(part), "\(run.errors)")
    }

    @Test(arguments: [
        (["--help"], "Usage: recado <command>"), (["-h"], "Usage: recado <command>"),
        (["help"], "Usage: recado <command>"), ([], "Usage: recado <command>"),
        (["help", "call", "videoclub", "rent"], "Usage: recado call videoclub rent <id>"),
        (["serve", "--port", "1", "--help"], "Usage: recado serve"),
        (["call"], "Usage: recado call <service> <action>"), (["--version"], "recado 0."),
    ])
    func `help is available at every level`(_ words: [String], _ beginning: String) async throws {
        let run = try await ProgramRun(words)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix(beginning), "\(run.output)")
        #expect(run.errors.isEmpty)
    }

    @Test func `an error about wrong usage names the relevant help`() async throws {
        let run = try await ProgramRun(["describe", "yaml"])
        #expect(run.status == 2)
        #expect(
            run.errors == """
                recado: recado describe has no “yaml”; it has openapi, endpoints, wsdl, swift
                recado: see 'recado describe --help'

                """
        )
    }

    struct Typing: Sendable, CustomTestStringConvertible {
        let words: String
        let expected: String
        var testDescription: String { words }
    }

    @Test(arguments: [
        Typing(
            words: "recado ''",
            expected:
                "serve new call describe diagnose check diff download import export user backup "
                + "restore completion man videoclub scores posts weather films "
                + "playground routes"
        ),
        Typing(words: "recado call videoclub re", expected: "rent return"),
        Typing(words: "recado call videoclub rent --i", expected: "--id --insecure"),
        Typing(words: "recado call videoclub list --sort ti", expected: "title"),
        // bash makes the equals sign a word of its own, and replaces the word after it.
        Typing(words: "recado call videoclub list --sort = ti", expected: "title"),
        Typing(
            words: "recado call videoclub list --sort =",
            expected: "id -id title -title year -year director -director"
        ),
    ])
    func `bash completes words`(_ typing: Typing) async throws {
        let run = try await ShellRun(
            """
            eval "$("$0" completion bash)"
            COMP_WORDS=(\(typing.words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            [[ $(complete -p recado) == *_recado* ]] || exit 1
            _recado "$0"
            echo "${COMPREPLY[*]}"
            """
        )
        #expect(run.output == typing.expected + "\n")
    }
}
