// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoEndpoints
import Testing

/// Programs that must not compile, with the beginnings of the compiler's errors.
///
/// Each file in Fixtures/Mistakes is such a program.
@Suite(.timeLimit(.minutes(5))) struct `Mistakes that the compiler finds` {
    private static let folder = NewcomersCompiler.root
        .appending(path: "Tests/RecadoEndpointsTests/Fixtures/Mistakes")

    private static let mistakes: [Mistake] = {
        let names = FileManager.default.enumerator(atPath: folder.path())?.compactMap {
            $0 as? String
        }
        return (names ?? []).sorted().filter { $0.contains("/") && $0.hasSuffix(".swift") }
            .compactMap { name in
                let lines = try? Mistake.lines(of: folder.appending(path: name))
                return lines.flatMap { Mistake(name: name, $0) }
            }
    }()

    @Test(arguments: mistakes)
    func `the first compiler error describes the mistake at its line`(_ mistake: Mistake) throws {
        try #require(mistake.messages.contains { $0.kind == "error" })
        let file = Self.folder.appending(path: mistake.name)
        let shared = Self.folder.appending(path: "Videoclub.swift")
        let said = try NewcomersCompiler.check([shared, file])
        let errors = said.filter { $0.kind == "error" }
        let expected = mistake.messages.filter { $0.kind == "error" }
        #expect(errors.count >= expected.count, "\(said)")
        for (error, expected) in zip(errors, expected) {
            #expect(error.file == file.lastPathComponent, "\(said)")
            #expect(error.line == expected.line, "\(said)")
            #expect(expected.describes(error.text), "\(error) is not: \(expected.text)")
        }
        for note in mistake.messages where note.kind == "note" {
            let isSaid = said.contains {
                let isElsewhere = $0.file != file.lastPathComponent
                return $0.kind == "note" && note.describes($0.text)
                    && (isElsewhere || $0.line == note.line)
            }
            #expect(isSaid, "\(said) without: \(note.text)")
        }
    }

    @Test
    func `the declarations and handlers shared by all examples compile`() throws {
        let files = ["Videoclub.swift", "Handlers.swift"]
        let said = try NewcomersCompiler.check(files.map { Self.folder.appending(path: $0) })
        #expect(said.isEmpty, "\(said)")
    }

    @Test func `the article lists every mistake with the compiler's message`() throws {
        try expectRows(Self.mistakes.map(\.row), under: "What the compiler finds")
    }
}

/// Declarations that compile, but that a check reports as mistakes.
@Suite struct `Mistakes that the service check finds` {
    @Test(arguments: try FlawedServices.mistakes())
    func `the findings of the check describe the mistake`(_ mistake: Mistake) throws {
        let findings = try #require(FlawedServices.findings[mistake.name])
        #expect(!mistake.messages.isEmpty)
        for expected in mistake.messages {
            #expect(findings.contains { expected.describes($0) }, "\(findings): \(expected.text)")
        }
        #expect(findings.count == mistake.messages.count, "\(findings)")
    }

    @Test func `every flawed example service has a documented mistake`() throws {
        #expect(Set(try FlawedServices.mistakes().map(\.name)) == Set(FlawedServices.findings.keys))
    }

    @Test func `the article lists every mistake with its finding`() throws {
        try expectRows(try FlawedServices.mistakes().map(\.row), under: "What a check finds")
    }
}

/// Expects the tables in a section of the article to have these rows, in any order.
private func expectRows(
    _ rows: [String],
    under heading: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let article = NewcomersCompiler.root
        .appending(path: "Documentation/Articles/when-it-does-not-compile.md")
    let lines = try Mistake.lines(of: article)
    let section = lines.drop { $0 != "## " + heading }.dropFirst().prefix { !$0.hasPrefix("## ") }
    let present = section.filter {
        $0.hasPrefix("| ") && !$0.hasPrefix("| mistake |") && !$0.hasPrefix("| ---")
    }
    let missing = Set(rows).subtracting(present).sorted().joined(separator: "\n")
    let foreign = Set(present).subtracting(rows).sorted().joined(separator: "\n")
    #expect(missing.isEmpty, "missing:\n\(missing)", sourceLocation: sourceLocation)
    #expect(foreign.isEmpty, "foreign:\n\(foreign)", sourceLocation: sourceLocation)
}
