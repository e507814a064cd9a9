// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)), .serialized) struct `recado new` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the program in the folder, with `words` as somebody would type them there.
    private func recado(_ words: String) async throws -> ShellRun {
        try await shell("'\(Program.url.path())' \(words) 2>&1")
    }

    private func shell(_ command: String) async throws -> ShellRun {
        try await ShellRun("cd '\(folder.path)' || exit 9\n\(command)")
    }

    private func contents() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(
        arguments: [
            ("bookings", "Bookings", ""), ("table-7", "Table7", " --with postgresql"),
            ("zebras-of-all-countries", "ZebrasOfAllCountries", " --with bare"),
        ]
    )
    func `creates a package whose tests pass`(
        name: String,
        type: String,
        options: String
    ) async throws {
        let made = try await recado("new \(name)\(options)")
        #expect(made.output.hasSuffix("cd \(name) && swift test && swift run \(name) serve\n"))
        let products = try Program.url.deletingLastPathComponent().path()
        let build = Self.root.appending(path: "Tests/NewPackage/build").path()
        let tests = try await shell(
            "'\(build)' '\(folder.path)/\(name)' \(type) '\(products)' 2>&1"
        )
        #expect(tests.status == 0, "\(tests.output)")
        #expect(tests.output.contains("4 tests in 1 suite passed"), "\(tests.output)")

        let look = try await shell(
            """
            cd \(name) && swift package dump-package >/dev/null \
            && swift format lint --strict --recursive Package.swift Sources Tests 2>&1
            """
        )
        #expect(look.status == 0 && look.output.isEmpty, "\(look.output)")
        let document = try await shell("\(name)/out/\(name) openapi")
        #expect(document.output.contains(#""title": "\#(type)""#))
        let left = try await shell("grep -rn __ \(name) --include=* --exclude-dir=out | wc -l")
        #expect(left.output.hasPrefix("0"), "\(left.output)")
    }

    @Test func `creates a program that serves until it is interrupted`() async throws {
        _ = try await recado("new bookings")
        let products = try Program.url.deletingLastPathComponent().path()
        let build = Self.root.appending(path: "Tests/NewPackage/build").path()
        let made = try await shell(
            "'\(build)' '\(folder.path)/bookings' Bookings '\(products)' 2>&1"
        )
        try #require(made.status == 0, "\(made.output)")
        let run = try await shell(
            """
            bookings/out/bookings serve --port 0 2>serve.log & server=$!
            for _ in $(seq 100); do [ -s serve.log ] || sleep 0.1; done
            base=$(cat serve.log)
            curl -s "$base/items" -H 'Content-Type: application/json' -d '{"name": "A table"}'
            curl -s "$base/openapi.json" | head -c 1
            kill -INT $server; wait $server; echo " $?"
            bookings/out/bookings serve --port x 2>&1; echo $?
            """
        )
        #expect(run.output.hasPrefix(#"{"id":1,"name":"A table"}{ 0"#), "\(run.output)")
        #expect(run.output.hasSuffix("bookings: --port is a number up to 65535, not x\n1\n"))
        #expect(try contents().contains("bookings.sqlite"))
    }

    @Test(
        arguments: [
            ("new", "needs <name>"), ("new a b", "takes <name> alone"),
            ("new Bookings", "small letters"), ("new ../up", "small letters"),
            ("new a--b", "small letters"), ("new \(String(repeating: "a", count: 25))", "24"),
            ("new class", "means something else"), ("new recado-films", "means something else"),
            ("new films --with oracle", "--with is one of sqlite, postgresql, bare"),
            ("new films --recado /usr", "no package of Recado in “/usr”"),
            (#"new films --recado 'https://a.example/"b'"#, "no quotes"),
            ("new films --recado https://me:secret@a.example/b.git", "would be written down"),
            ("new games", "means something else"), ("new internal", "means something else"),
        ]
    )
    func `refuses invalid names and options`(words: String, reason: String) async throws {
        let run = try await recado(words)
        #expect(run.status == 2)
        #expect(run.output.contains(reason), "\(run.output)")
        #expect(try contents().isEmpty)
    }

    @Test func `keeps an existing folder and leaves no incomplete package`() async throws {
        _ = try await shell("mkdir films && echo mine >films/notes")
        let there = try await recado("new films")
        #expect(there.status == 1)
        #expect(there.output.contains("films is there already"))
        #expect(try contents() == ["films"])
        let full = try await shell("ulimit -f 1 && '\(Program.url.path())' new shop 2>&1")
        #expect(full.status != 0)
        #expect(try contents() == ["films"], "\(full.output)")
    }

    @Test func `uses the given repository of Recado in the manifest`() async throws {
        _ = try await recado("new films --recado https://git.example/recado-fork.git")
        let manifest = try await shell("cat films/Package.swift films/Containerfile")
        #expect(manifest.output.contains(#"url: "https://git.example/recado-fork.git","#))
        #expect(manifest.output.contains(#"from: "0.1.0""#))
        // Swift's package manager names a package after the last part of its URL.
        #expect(manifest.output.contains(#"(name: "RecadoEndpoints", package: "recado-fork")"#))
        #expect(!manifest.output.contains("--build-context"))
    }
}
