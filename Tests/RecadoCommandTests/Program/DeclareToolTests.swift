// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `The tool behind 'swift package declare'` {
    private static let documents: [String: (option: String, text: String)] = [
        "club.yaml": (
            "--openapi",
            """
            openapi: 3.0.3
            info: {title: Club, version: "1"}
            paths: {}
            components: {schemas: {Film: {$ref: "parts.yaml#/film"}}}
            webhooks: {a: {post: {}}}
            """
        ),
        "film.json": ("--json", #"[{"title": "Alien", "year": 1979}, {"title": "Her"}]"#),
        "broken.json": ("--json", "[1"),
        "broken.yaml": ("--openapi", "{a: b: c"),
        "empty.wsdl": ("--wsdl", "<definitions/>"),
    ]

    @Test(arguments: documents.keys.sorted())
    func `prints the same output as 'recado describe swift'`(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let document = try #require(Self.documents[name])
        try Data("film: {type: object, properties: {title: {type: string}}}".utf8)
            .write(to: URL(filePath: folder.file("parts.yaml")))
        let file = folder.file(name)
        try Data(document.text.utf8).write(to: URL(filePath: file))
        let command = try await ProgramRun(["describe", "swift", document.option, file])
        let tool = try await ProgramRun([document.option, file], of: "recado-declare")
        #expect(tool.output == command.output)
        #expect((tool.status == 0) == (command.status == 0))
        #expect(tool.output.isEmpty == (tool.status != 0))
        #expect(tool.output.isEmpty == !["club.yaml", "film.json"].contains(name))
        let words = command.errors.split(separator: "\n").first?.dropFirst("recado: ".count) ?? ""
        #expect(
            tool.errors.contains(words) || words.isEmpty,
            "\(tool.errors) has nothing of \(command.errors)"
        )
    }

    @Test func `prints declarations for a WSDL document`() async throws {
        let folder = try TemporaryFolder()
        let described = try await ProgramRun(["describe", "wsdl", "videoclub"])
        let file = folder.file("videoclub.wsdl")
        try Data(described.output.utf8).write(to: URL(filePath: file))
        let command = try await ProgramRun(["describe", "swift", "--wsdl", file])
        let tool = try await ProgramRun(["--wsdl", file], of: "recado-declare")
        #expect(tool.status == 0, "\(tool.errors)")
        #expect(tool.output == command.output)
        #expect(tool.output.contains("struct RentFilm: SOAP.Operation {"))
    }

    @Test(arguments: [
        ([], "usage: "), (["--openapi"], "usage: "), (["--yaml", "a"], "usage: "),
        (["--openapi", "/nowhere.yaml"], "/nowhere.yaml cannot be read: No such file"),
        (["--json", "https://example.org/a.json"], "save https://example.org/a.json to a file"),
        (["--json", "/no\u{1B}[2Jwhere"], "/no [2Jwhere cannot be read"),
    ])
    func `reports wrong arguments and unreadable files`(
        arguments: [String],
        words: String
    ) async throws {
        let run = try await ProgramRun(arguments, of: "recado-declare")
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("declare: "), "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
    }
}
