// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.timeLimit(.minutes(1))) struct `The check script` {
    @Test func `a clean project passes every rule`() async throws {
        let run = try await ProjectTree.withClean { try await ScriptRun(checking: $0) }
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output == "scripts/check: nothing to mend in 3 Swift files\n")
    }

    @Test(arguments: Offence.all)
    func `a single offence is found at its place`(_ offence: Offence) async throws {
        let run = try await ProjectTree.withClean { tree in
            try tree.write(offence.text, to: offence.path, isExecutable: offence.isExecutable)
            return try await ScriptRun(checking: tree, rules: [offence.rule])
        }
        #expect(run.status == 1)
        #expect(run.findings.count == 1, "\(run.output)")
        #expect(run.findings.first?.hasPrefix(offence.expected) == true, "\(run.output)")
    }

    @Test func `all offences are found if no rule is named`() async throws {
        let run = try await ProjectTree.withClean { tree in
            for offence in Offence.all {
                try tree.write(offence.text, to: offence.path, isExecutable: offence.isExecutable)
            }
            return try await ScriptRun(checking: tree)
        }
        #expect(run.status == 1)
        for offence in Offence.all {
            #expect(run.findings.contains { $0.hasPrefix(offence.expected) }, "\(offence.name)")
        }
        let last = run.output.split(separator: "\n").last
        #expect(last?.hasPrefix("scripts/check: \(run.findings.count) things to mend") == true)
    }

    @Test func `every rule has a sample offence`() async throws {
        let list = try await ScriptRun("scripts/check", ["--list"])
        let elsewhere: Set = ["c-module-owner", "format-rules"]
        let rules = Set(list.output.split(separator: "\n").map(String.init))
        #expect(rules.subtracting(elsewhere) == Set(Offence.all.map(\.rule)))
        #expect(elsewhere.isSubset(of: rules))
    }

    @Test func `a C module imported by two targets is an offence`() async throws {
        let run = try await ProjectTree.withClean { tree in
            let code = ProjectTree.header + "internal import CRecadoZip\n"
            try tree.write(code, to: "Sources/Owner/One.swift")
            try tree.write(code, to: "Sources/Owner/Two.swift")
            try tree.write(code, to: "Tests/OwnerTests/Three.swift")
            return try await ScriptRun(checking: tree, rules: ["c-module-owner"])
        }
        let message = "CRecadoZip is imported by Sources/Owner already; only one target may"
        #expect(run.findings == ["Tests/OwnerTests/Three.swift:4: c-module-owner: \(message)"])
        #expect(run.status == 1)
    }

    @Test(arguments: ["AllPublicDeclarationsHaveDocumentation", "NeverForceUnwrap"])
    func `a disabled rule of the formatter is found`(_ rule: String) async throws {
        let run = try await ProjectTree.withClean { tree in
            let rules = try tree.text(".swift-format")
            try #require(rules.contains("\"\(rule)\": true"))
            let weaker = rules.replacing("\"\(rule)\": true", with: "\"\(rule)\": false")
            try tree.write(weaker, to: ".swift-format")
            return try await ScriptRun(checking: tree, rules: ["format-rules"])
        }
        #expect(run.findings == [".swift-format:1: format-rules: \(rule) must be true"])
        #expect(run.status == 1)
    }

    @Test func `an empty configuration of the formatter is found`() async throws {
        let run = try await ProjectTree.withClean { tree in
            try tree.write("", to: ".swift-format")
            return try await ScriptRun(checking: tree, rules: ["format-rules"])
        }
        let expected = ".swift-format:1: format-rules: the file is missing or is no JSON"
        #expect(run.findings == [expected])
    }

    @Test func `a rule that does not exist is refused`() async throws {
        let run = try await ProjectTree.withClean {
            try await ScriptRun(checking: $0, rules: ["tidiness"])
        }
        #expect(run.status == 2)
        #expect(run.output.contains("there is no rule tidiness"))
    }
}
