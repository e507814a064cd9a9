// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Code about which no rule may complain.
struct Harmless: Sendable, CustomTestStringConvertible {
    let name: String
    let path: String
    let code: String

    var testDescription: String { name }

    static let all: [Harmless] = [
        Harmless(
            name: "forbidden words in strings and comments",
            path: "Sources/A/Words.swift",
            code: #"""
                // A comment may say try! and as! and fatalError(.
                /* So may /* a nested */ print("one"). */
                let a = "try! \("as! " + #"fatalError("\#(1)")"#) print("
                let b = """
                    print("x") " as!
                    """
                let todo = /"TODO try!/
                let c = 6 / 3 / 1
                """#
        ),
        Harmless(
            name: "a method named print",
            path: "Sources/A/Printer.swift",
            code: "struct Printer {\n    func print(_ text: String) {}\n}\nlet a = printer.print(1)"
        ),
        Harmless(
            name: "the command prints",
            path: "Bundled/RecadoCommand/Main.swift",
            code: #"let a: Void = print("hello")"#
        ),
        Harmless(
            name: "unchecked Sendable with its reason above",
            path: "Sources/A/Reason.swift",
            code: """
                // The C library guards this with a lock of its own.
                final class A: @unchecked Sendable {}
                nonisolated(unsafe) let b = 1  // Written once, before any thread starts.
                """
        ),
        Harmless(
            name: "tests may name what Sources may not",
            path: "Tests/ATests/Bold.swift",
            code: "// TODO and fatalError( are words here.\nlet a: Void = print(1)"
        ),
        Harmless(
            name: "a table is data",
            path: "Sources/A/Codes+Table.swift",
            code: String(repeating: "//\n", count: 500)
        ),
        Harmless(
            name: "fixtures are broken on purpose",
            path: "Tests/ATests/Fixtures/Broken.swift",
            code: "let a = try! {"
        ),
        Harmless(
            name: "paths that only resemble those of a machine",
            path: "Sources/A/Paths.swift",
            code: "let a = [\"/api/wo" + "rk/1\", \"example.com/wo" + "rk/1\", \"/tmp/where\"]"
        ),
    ]
}

@Suite(.timeLimit(.minutes(1))) struct `Checking harmless code` {
    @Test(arguments: Harmless.all)
    func `finds no offence`(_ harmless: Harmless) async throws {
        let run = try await ProjectTree.withClean { tree in
            try tree.write(ProjectTree.header + harmless.code + "\n", to: harmless.path)
            let rules = ["forbidden", "header", "file-length", "function-length", "machine-path"]
            return try await ScriptRun(checking: tree, rules: rules)
        }
        #expect(run.status == 0, "\(run.output)")
    }
}
