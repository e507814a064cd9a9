// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// The symbol graphs of a small module.
private enum Symbols {
    static let film = symbol("Film", "struct Film")
    static let title = symbol("Film.title", "var title: String { get }")
    static let rent = symbol("Film.rent(for:)", "mutating func rent(\n    for days: Int\n) throws")

    static let hashable = relation("conformsTo", "Swift.Hashable")

    static func graph(_ symbols: [String], _ relations: [String] = [hashable]) -> String {
        let symbols = symbols.joined(separator: ",")
        return #"{"symbols":[\#(symbols)],"relationships":[\#(relations.joined(separator: ","))]}"#
    }

    private static func symbol(_ name: String, _ declaration: String) -> String {
        let path = name.split(separator: ".").map { #""\#($0)""# }.joined(separator: ",")
        let text = declaration.replacing("\n", with: #"\n"#)
        return #"""
            {"pathComponents":[\#(path)],"identifier":{"precise":"\#(name)"},
            "declarationFragments":[{"kind":"keyword","spelling":"\#(text)"}]}
            """#
    }

    private static func relation(_ kind: String, _ target: String) -> String {
        #"{"kind":"\#(kind)","source":"Film","target":"x","targetFallback":"\#(target)"}"#
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Lists of public declarations` {
    private let whole = Symbols.graph([Symbols.film, Symbols.title, Symbols.rent])

    /// Runs `scripts/api` on a module with these symbols.
    private func api(
        _ tree: ProjectTree,
        _ symbols: String,
        _ options: String...
    ) async throws -> ScriptRun {
        try tree.write(#"    .library(name: "Films", targets: [])"#, to: "Package.swift")
        let dry = try await ScriptRun("scripts/setup", ["--dry-run", "--check"])
        let line = try #require(dry.output.split(separator: "\n").first)
        let needed = line.dropFirst("needed: ".count).split(separator: " ").map(String.init)
        let workshop = Workshop(tree: tree, installed: needed, symbols: symbols)
        return try await workshop.run("scripts/api", options)
    }

    @Test func `a list is sorted and has a line per declaration and conformance`() async throws {
        try await ProjectTree.withClean { tree in
            let run = try await api(tree, whole)
            #expect(run.status == 0, "\(run.output)")
            let list = try tree.text("Documentation/API/Films.txt")
            #expect(
                list == """
                    Film.rent(for:): mutating func rent( for days: Int ) throws
                    Film.title: var title: String { get }
                    Film: conforms to Hashable
                    Film: struct Film

                    """
            )
            let other = Symbols.graph([Symbols.rent, Symbols.film, Symbols.title])
            #expect(try await api(tree, other, "--check").status == 0)
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let graph: String
        let findings: [String]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Change(
            name: "a declaration is gone",
            graph: Symbols.graph([Symbols.film, Symbols.rent]),
            findings: ["Films: gone or changed: Film.title: var title: String { get }"]
        ),
        Change(
            name: "a declaration is changed",
            graph: Symbols.graph([
                Symbols.film, Symbols.rent, Symbols.title.replacing("String", with: "String?"),
            ]),
            findings: [
                "Films: gone or changed: Film.title: var title: String { get }",
                "Films: new: Film.title: var title: String? { get }",
            ]
        ),
        Change(
            name: "a conformance is gone",
            graph: Symbols.graph([Symbols.film, Symbols.title, Symbols.rent], []),
            findings: ["Films: gone or changed: Film: conforms to Hashable"]
        ),
        Change(
            name: "a declaration is new",
            graph: Symbols.graph([
                Symbols.film, Symbols.title, Symbols.rent,
                Symbols.title.replacing("title", with: "year"),
            ]),
            findings: ["Films: new: Film.year: var year: String { get }"]
        ),
    ])
    func `a difference from the list is reported and fails`(_ change: Change) async throws {
        try await ProjectTree.withClean { tree in
            #expect(try await api(tree, whole).status == 0)
            let run = try await api(tree, change.graph, "--check")
            #expect(run.status == 1)
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(lines.dropLast() == change.findings[...], "\(run.output)")
            #expect(lines.last?.contains("if they are meant, run scripts/api") == true)
            // Intended changes are written into the list, after which the check succeeds.
            #expect(try await api(tree, change.graph).status == 0)
            #expect(try await api(tree, change.graph, "--check").status == 0)
        }
    }

    @Test func `a library without a list or without symbols fails`() async throws {
        try await ProjectTree.withClean { tree in
            let unlisted = try await api(tree, whole, "--check")
            #expect(unlisted.status == 1)
            #expect(unlisted.output.contains("Films: has no list"))
            let empty = try await api(tree, Symbols.graph([], []))
            #expect(empty.status == 1)
            #expect(empty.output.contains("Films has no symbols"))
        }
    }

    @Test func `every library of the project has its list`() throws {
        let manifest = try Project.text("Package.swift")
        let names = manifest.split(separator: "let libraries = [").last?.prefix { $0 != "]" } ?? ""
        let libraries =
            names.matches(of: /"(\w+)"/).map { String($0.1) }
            + manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
        #expect(libraries.count >= 12)
        for library in libraries {
            let list = try Project.text("Documentation/API/\(library).txt")
            let lines = list.split(separator: "\n")
            #expect(!lines.isEmpty)
            #expect(Set(lines).count == lines.count)
        }
    }
}
