// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A program of `Snippets`, run as its readers run it.
enum SnippetRun {
    /// The lines that a program writes, which must end without an error.
    static func lines(
        _ name: String,
        _ arguments: [String] = [],
        in folder: TemporaryFolder
    ) async throws -> [String] {
        let process = Process()
        process.executableURL = try Program.url.deletingLastPathComponent().appending(path: name)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try folder.newFile("output")
        process.standardError = try folder.newFile("complaints")
        let status = try await process.end()
        let complaints = try String(contentsOf: folder.url(of: "complaints"), encoding: .utf8)
        #expect(status == 0, "\(name): \(complaints)")
        return try String(contentsOf: folder.url(of: "output"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }
}
