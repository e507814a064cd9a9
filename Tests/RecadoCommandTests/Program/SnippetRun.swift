// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation
import Testing

/// Runs a program of `Snippets` in the way its readers do.
enum SnippetRun {
    /// Runs a program, which must succeed, and returns the lines that it prints.
    static func lines(_ name: String, _ arguments: [String] = []) async throws -> [String] {
        let program = try Program.url.deletingLastPathComponent().appending(path: name)
        let run = try await CompletedProcess(program.path(), arguments)
        #expect(run.status == 0, "\(name): \(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }
}
