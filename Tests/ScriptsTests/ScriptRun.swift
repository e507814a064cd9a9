// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The results of a script's run: its exit code and all that it printed.
struct ScriptRun {
    let status: Int32
    let output: String

    /// The lines of `scripts/check` that report something.
    var findings: [String] {
        output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("scripts/check: ") }
    }

    /// Runs a program to its end, without standard input.
    ///
    /// It prints into a file, for a pipe that nobody reads while it runs could fill up.
    init(
        _ program: URL,
        _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "recado-output-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let output = try FileHandle(forWritingTo: file)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, added in added }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try ProjectTree.writing.withLock { _ in try process.run() }
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        try output.close()
        self.output = try String(contentsOf: file, encoding: .utf8)
    }

    /// Runs a script of this project.
    init(_ script: String, _ arguments: [String] = []) async throws {
        try await self.init(Project.root.appending(path: script), arguments)
    }

    /// Runs this project's `scripts/check` over another project.
    init(checking tree: ProjectTree, rules: [String] = []) async throws {
        try await self.init("scripts/check", ["--root", tree.root.path()] + rules)
    }
}
