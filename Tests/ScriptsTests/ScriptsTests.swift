// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Scripts of the project` {
    @Test func `every expected script exists`() throws {
        let promised = ["api", "bench", "check", "docs", "format", "serve", "setup", "test"]
        let missing = try Set(promised.map { "scripts/\($0)" }).subtracting(Project.scripts)
        #expect(missing.isEmpty)
    }

    @Test(arguments: try Project.scripts)
    func `a script is short, strict, executable and has a description`(_ path: String) throws {
        let lines = try Project.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 41, "40 lines and the empty end of the last")
        #expect(lines.contains { $0.hasPrefix("set -eu") })
        #expect(lines.first == "#!/bin/sh" || lines.first == "#!/bin/bash")
        #expect(lines.dropFirst().first?.hasPrefix("# ") == true)
        let file = Project.root.appending(path: path).path()
        #expect(FileManager.default.isExecutableFile(atPath: file))
    }

    @Test(arguments: try Project.scripts.filter { $0.hasPrefix("scripts/") })
    func `a script is listed in the table of scripts`(_ path: String) throws {
        let name = path.dropFirst("scripts/".count)
        #expect(try Project.text("scripts/README.md").contains("\n| `\(name)` | "))
    }

    @Test(
        arguments: try Project.scripts.filter { $0.hasPrefix("scripts/") },
        ["-h", "--help"]
    )
    func `a script only shows its help text with -h and --help`(
        path: String,
        option: String
    ) async throws {
        try await ProjectTree.withClean { tree in
            var workshop = Workshop(tree: tree)
            workshop.isWhole = true
            let run = try await workshop.run(path, option)
            #expect(run.status == 0, "\(run.output)")
            #expect(run.output.contains(path), "\(run.output)")
            #expect(try workshop.log.isEmpty)
            let names = try FileManager.default.contentsOfDirectory(atPath: tree.root.path())
            #expect(!names.contains { $0.hasPrefix("-") })
        }
    }

    @Test(
        arguments: [
            ["api", "--all"], ["apple-apps"], ["apple-apps", "a", "b"], ["apple-check", "--root"],
            ["apple-check", "folder"], ["bench", "--fast"], ["deb", "--fast"], ["docs", "all"],
            ["docs", "--serve", "1", "2"], ["documents", "all"],
            ["format", "Sources"], ["fuzz", "--runs"], ["fuzz", "--runs", "many"],
            ["fuzz", "--all"],
            ["icons", "all"], ["instructions", "--all"], ["linkage", "all"], ["sanitize"],
            ["setup", "--all"], ["symbols"], ["symbols", "folder"], ["venv"], ["venv", ""],
            ["venv", "--all"], ["venv", "a", "b"], ["check", "nothing"], ["attack", "--all"],
            ["cluster", "break"], ["cluster", "measure", "--fault", "x"], ["growth", "nowhere"],
            ["simulate", "nothing"],
        ]
    )
    func `a script refuses wrong arguments before it does anything`(words: [String]) async throws {
        try await ProjectTree.withClean { tree in
            var workshop = Workshop(tree: tree)
            workshop.isWhole = true
            let run = try await workshop.run("scripts/\(words[0])", Array(words.dropFirst()))
            #expect(run.status == 2, "\(run.output)")
            #expect(run.output.contains(words[0]), "\(run.output)")
            #expect(try workshop.log.isEmpty)
        }
    }

    @Test(arguments: ["missing", "failing", "working"])
    func `a picture replaces the old one only if it was created`(tool: String) async throws {
        try await ProjectTree.withClean { tree in
            let folder = "Bundled/RecadoApps/Shared/Assets"
            try tree.write("old", to: folder + "/AppPicture+Bitmaps.swift")
            try tree.write(
                Project.text(folder + "/AppPicture.swift"),
                to: folder + "/AppPicture.swift"
            )
            var workshop = Workshop(tree: tree)
            if tool == "missing" { workshop.tools = [] }
            let body =
                tool == "failing"
                ? "exit 1" : "while [ \"$1\" != -o ]; do shift; done; echo picture >\"$2\""
            let program = "#!/bin/sh\nset -eu\n\(body)\n"
            try tree.write(program, to: "bin/rsvg-convert", isExecutable: true)
            let run = try await workshop.run("scripts/icons")
            let bitmaps = try tree.text(folder + "/AppPicture+Bitmaps.swift")
            if tool == "working" {
                #expect(run.status == 0, "\(run.output)")
                #expect(bitmaps.contains("static let large = \"\"\"\n        cGljdHVyZQo=\n"))
            } else {
                #expect(run.status == 1)
                #expect(bitmaps == "old")
            }
            if tool == "missing" { #expect(run.output.contains("librsvg2-bin")) }
        }
    }

    @Test(arguments: [0, 1])
    func `incomplete documentation does not replace the old one`(status: Int) async throws {
        try await ProjectTree.withClean { tree in
            try tree.write("old", to: ".build/docs/old")
            try tree.write("", to: "Sources/RecadoFilms/Film.swift")
            try tree.write("", to: "Bundled/RecadoClub/Club.swift")
            for page in [
                "README.md", "Articles/films.md", "Articles/es/README.md", "Decisions/0001-a.md",
                "Pictures/a.png",
            ] {
                try tree.write("# Films\n\n*For all.*\n", to: "Documentation/\(page)")
            }
            let docc =
                "while [ \"$1\" != --output-path ]; do shift; done; mkdir -p \"$2\"; exit \(status)"
            try tree.write("#!/bin/sh\n\(docc)\n", to: "bin/docc", isExecutable: true)
            let dry = try await ScriptRun("scripts/setup", ["--dry-run", "--docs"])
            let line = try #require(dry.output.split(separator: "\n").first)
            let needed = line.dropFirst("needed: ".count).split(separator: " ").map(String.init)
            let workshop = Workshop(tree: tree, installed: needed, symbols: "{}")
            let run = try await workshop.run("scripts/docs")
            #expect((run.status == 0) == (status == 0), "\(run.output)")
            let names = try FileManager.default.contentsOfDirectory(
                atPath: tree.root.appending(path: ".build/docs").path()
            )
            #expect(names.contains("old") == (status != 0))
            #expect(names.contains("index.html") == (status == 0), "\(names)")
        }
    }

    @Test func `a folder with other files is not replaced by a Python environment`() async throws {
        try await ProjectTree.withClean { tree in
            let run = try await Workshop(tree: tree).run("scripts/venv", "Sources")
            #expect(run.status == 1 && run.output.contains("Sources is there"), "\(run.output)")
            #expect(try !tree.text("Sources/Clean/Clean.swift").isEmpty)
        }
    }

    @Test func `every rule is listed in the table of rules`() async throws {
        let table = try Project.text("scripts/README.md")
        let list = try await ScriptRun("scripts/check", ["--list"])
        let rules = list.output.split(separator: "\n")
        #expect(rules.count >= 10)
        for rule in rules {
            #expect(table.contains("\n| `\(rule)` | "), "\(rule)")
        }
    }

    @Test func `instruction counts are stored for all operations or not at all`() async throws {
        let run = try await ScriptRun("scripts/instructions", ["--accept", "form-decode"])
        #expect(run.status == 2 && run.output.contains("--accept keeps the counts of all"))
        let kept = try Project.text("Benchmarks/Instructions.txt").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        let source = try Project.text(
            "Benchmarks/Sources/Benchmarks/Coding/InstructionBenchmarks.swift"
        )
        #expect(kept.count >= 10)
        for line in kept {
            let words = line.split(separator: " ")
            let count = words.last.flatMap { Int($0) } ?? 0
            #expect(words.count == 2 && count > 0, "\(line)")
            #expect(source.contains("\"\(words[0])\""), "\(line)")
        }
    }

    @Test func `continuous integration runs only the checks and the tests`() throws {
        let commands = try Project.text(".ci/run").split(separator: "\n").filter {
            !$0.hasPrefix("#") && !$0.hasPrefix("set ") && !$0.hasPrefix("cd ")
        }
        #expect(commands == ["scripts/check", "scripts/test"])
    }

    @Test func `the Python tools of the tests have exact versions`() throws {
        let lines = try Project.text("Tests/requirements.txt").split(separator: "\n")
        let tools = lines.filter { !$0.hasPrefix("#") }
        #expect(tools.contains { $0.hasPrefix("openapi-spec-validator==") })
        let version = /[A-Za-z0-9._-]+==[0-9]+(\.[0-9]+)*/
        for tool in tools {
            // After a semicolon there may be the Python versions that need the tool.
            let words = tool.split(separator: "; ", maxSplits: 1)
            #expect(words.first?.wholeMatch(of: version) != nil, "\(tool)")
            #expect(words.count == 1 || words[1].hasPrefix("python_version "), "\(tool)")
        }
    }
}
