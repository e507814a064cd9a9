// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation

/// The results of a script's run: its exit code and everything that it printed.
struct ScriptRun {
    let status: Int32
    let output: String

    /// The lines of `scripts/check` that report findings.
    var findings: [String] {
        output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("scripts/check: ") }
    }

    /// Runs a program to its end, without standard input.
    init(
        _ program: URL,
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws {
        let run = try await CompletedProcess(
            program.path(),
            arguments,
            environment: environment,
            inOneOutput: true
        )
        (status, output) = (run.status, run.output)
    }

    /// Runs a script of this project.
    init(_ script: String, _ arguments: [String] = []) async throws {
        try await self.init(Project.root.appending(path: script), arguments)
    }

    /// Runs this project's `scripts/check` on another project.
    init(checking tree: ProjectTree, rules: [String] = []) async throws {
        try await self.init("scripts/check", ["--root", tree.root.path()] + rules)
    }
}
