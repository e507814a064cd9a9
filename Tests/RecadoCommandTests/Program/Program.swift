// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation

/// Finds the built programs in the folder with the test program.
enum Program {
    static var url: URL {
        get throws { try url(of: "recado") }
    }

    static func url(of name: String) throws -> URL {
        // The tests are a bundle in the folder of the build products, or a program in such a
        // bundle.
        let starts = CommandLine.arguments.map { URL(filePath: $0) } + [Bundle.main.bundleURL]
        for start in starts {
            var folder = start
            for _ in 0..<5 {
                folder.deleteLastPathComponent()
                let program = folder.appending(path: name)
                var isFolder: ObjCBool = false
                let exists = unsafe FileManager.default.fileExists(
                    atPath: program.path(),
                    isDirectory: &isFolder
                )
                if exists, !isFolder.boolValue { return program }
            }
        }
        throw Missing(name: name)
    }

    struct Missing: Error, CustomStringConvertible {
        let name: String
        var description: String { "the program \(name) was not built" }
    }

    /// Returns the environment of a run, with English messages whatever the tester's language is.
    static func environment(_ own: [String: String]) -> [String: String] {
        ["LC_ALL": "C"].merging(own) { _, new in new }
    }
}

/// The output and the exit code of a run of the program.
struct ProgramRun: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the program.
    init(
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:],
        of program: String = "recado"
    ) async throws {
        let run = try await CompletedProcess(
            Program.url(of: program).path(),
            arguments,
            input: input,
            environment: Program.environment(environment)
        )
        (status, output, errors) = (run.status, run.output, run.errors)
    }
}

/// The output and the exit code of a run of bash.
struct ShellRun: Sendable {
    let status: Int32
    let output: String

    /// Runs a bash script in which `$0` is the path of `recado`.
    init(_ script: String) async throws {
        let run = try await CompletedProcess("/bin/bash", ["-c", script, Program.url.path()])
        (status, output) = (run.status, run.output)
    }
}

/// A folder for a test, which is removed when the test ends.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "recado-command-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func url(of name: String) -> URL { URL(filePath: file(name)) }

    func newFile(_ name: String) throws -> FileHandle {
        try Data().write(to: url(of: name))
        return try FileHandle(forWritingTo: url(of: name))
    }
}
