// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Scripts of the project` {
    @Test func `every script that is promised exists`() throws {
        let promised = ["api", "bench", "check", "docs", "format", "serve", "setup", "test"]
        let missing = try Set(promised.map { "scripts/\($0)" }).subtracting(Project.scripts)
        #expect(missing.isEmpty)
    }

    @Test(arguments: try Project.scripts)
    func `a script is short, strict, runnable and says what it does`(_ path: String) throws {
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

    @Test func `every rule is listed in the table of rules`() async throws {
        let table = try Project.text("scripts/README.md")
        let list = try await ScriptRun("scripts/check", ["--list"])
        let rules = list.output.split(separator: "\n")
        #expect(rules.count >= 10)
        for rule in rules {
            #expect(table.contains("\n| `\(rule)` | "), "\(rule)")
        }
    }

    @Test func `instructions are kept of every operation, or the old ones stay`() async throws {
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

    @Test func `continuous integration runs the checks and the tests, and no more`() throws {
        let commands = try Project.text(".ci/run").split(separator: "\n").filter {
            !$0.hasPrefix("#") && !$0.hasPrefix("set ") && !$0.hasPrefix("cd ")
        }
        #expect(commands == ["scripts/check", "scripts/test"])
    }

    @Test func `the tests' Python tools have exact versions`() throws {
        let lines = try Project.text("Tests/requirements.txt").split(separator: "\n")
        let tools = lines.filter { !$0.hasPrefix("#") }
        #expect(tools.contains { $0.hasPrefix("openapi-spec-validator==") })
        let version = /[A-Za-z0-9_-]+==[0-9]+(\.[0-9]+)*/
        for tool in tools {
            // Perhaps with the Pythons that it is for.
            let words = tool.split(separator: "; ", maxSplits: 1)
            #expect(words.first?.wholeMatch(of: version) != nil, "\(tool)")
            #expect(words.count == 1 || words[1].hasPrefix("python_version "), "\(tool)")
        }
    }
}
