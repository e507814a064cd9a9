// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation
import Testing

/// A program of `Snippets`, run as its readers run it.
enum SnippetRun {
    /// The lines that a program writes, which must end without an error.
    static func lines(_ name: String, _ arguments: [String] = []) async throws -> [String] {
        let program = try Program.url.deletingLastPathComponent().appending(path: name)
        let run = try await CompletedProcess(program.path(), arguments)
        #expect(run.status == 0, "\(name): \(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }
}
