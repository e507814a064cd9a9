// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite(.timeLimit(.minutes(2))) struct `recado diff` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns the path of a new file with the given text.
    private func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: folder.url(of: name))
        return folder.file(name)
    }

    private static func document(_ paths: String) -> String {
        #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{\#(paths)}}"#
    }

    @Test func `a breaking change ends with exit code 1`() async throws {
        let old = try file("old.json", Self.document(#""/a":{"get":{}},"/b":{"get":{}}"#))
        let new = try file("new.json", Self.document(#""/a":{"get":{}},"/c":{"get":{}}"#))
        let run = try await ProgramRun(["diff", old, new])
        #expect(run.status == 1)
        #expect(run.errors.isEmpty)
        let value = try JSON().value(from: Array(run.output.utf8))
        #expect(value["breaking"]?.intValue == 1)
        #expect(value["note"]?.intValue == 1)
        #expect(value["changes"]?[0]?["place"] == "GET /b")
        #expect(value["changes"]?[0]?["rule"] == "path removed")
    }

    @Test func `compatible changes end with exit code 0`() async throws {
        let old = try file("old.json", Self.document(#""/a":{"get":{}}"#))
        let new = try file("new.json", Self.document(#""/a":{"get":{}},"/c":{"get":{}}"#))
        #expect(try await ProgramRun(["diff", old, new]).status == 0)
        #expect(try await ProgramRun(["diff", old, old]).status == 0)
    }

    @Test func `a comparison that stops at the depth limit ends with exit code 1`() async throws {
        let shape =
            String(repeating: #"{"properties":{"a":"#, count: 70) + "{}"
            + String(repeating: "}}", count: 70)
        let operation = #"{"requestBody":{"content":{"a/b":{"schema":\#(shape)}}}}"#
        let deep = try file("deep.json", Self.document(#""/a":{"put":\#(operation)}"#))
        let run = try await ProgramRun(["diff", deep, deep])
        #expect(run.status == 1)
        #expect(run.errors.isEmpty)
        let value = try JSON().value(from: Array(run.output.utf8))
        #expect(value["breaking"]?.intValue == 0)
        #expect(value["unfinished"]?.intValue == 1)
        #expect(value["changes"]?[0]?["rule"] == "comparison unfinished")
    }

    @Test func `a document may be given by URL`() async throws {
        let server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
        let address = server.url + "/videoclub/openapi.json"
        let described = try await ProgramRun(["describe", "openapi", "videoclub"])
        let own = try file("own.json", described.output)
        let run = try await ProgramRun(["diff", address, own])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let missing = try await ProgramRun(["diff", server.url + "/nothing", own])
        #expect(missing.status == 4)
        #expect(missing.errors.contains("404"))
    }

    @Test(arguments: [
        [], ["one"], ["one", "two", "three"], ["/nothing/a.json", "/nothing/b.json"],
    ])
    func `wrong usage ends with exit code 2`(_ words: [String]) async throws {
        let run = try await ProgramRun(["diff"] + words)
        #expect(run.status == 2)
        #expect(!run.errors.isEmpty)
    }

    @Test(arguments: [
        "", "[", "[]", "{}", #"{"swagger":"2.0"}"#, #"{"openapi":"3.1.0"}"#,
        String(repeating: "[", count: 100_000), "\u{1B}[31m",
    ])
    func `an invalid document is reported with exit code 2`(_ text: String) async throws {
        let good = try file("good.json", Self.document(""))
        let bad = try file("bad.json", text)
        let run = try await ProgramRun(["diff", good, bad])
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("document") || run.errors.contains("JSON"))
        #expect(!run.errors.contains("\u{1B}"))
    }
}
