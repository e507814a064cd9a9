// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// The built program, beside the tests.
enum Program {
    static var url: URL {
        get throws {
            // The tests are a bundle in the folder of the products, or a program in it.
            let starts = CommandLine.arguments.map { URL(filePath: $0) } + [Bundle.main.bundleURL]
            for start in starts {
                var folder = start
                for _ in 0..<5 {
                    folder.deleteLastPathComponent()
                    let program = folder.appending(path: "recado")
                    var isFolder: ObjCBool = false
                    let exists = unsafe FileManager.default.fileExists(
                        atPath: program.path(),
                        isDirectory: &isFolder
                    )
                    if exists, !isFolder.boolValue { return program }
                }
            }
            throw Missing()
        }
    }

    struct Missing: Error, CustomStringConvertible {
        var description: String { "the program recado was not built" }
    }

    /// A process of the program that has not begun.
    static func process(_ arguments: [String], _ environment: [String: String]) throws -> Process {
        let process = Process()
        process.executableURL = try url
        process.arguments = arguments
        // Whoever tests in Spanish sees the words that are compared, too.
        let own = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { _, new in new }
        process.environment = own.merging(environment) { _, new in new }
        return process
    }
}

/// The results of a run of the program to its end.
struct ProgramRun: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the program.
    init(
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:]
    ) async throws {
        let folder = try TemporaryFolder()
        try Data(input.utf8).write(to: folder.url(of: "input"))
        let process = try Program.process(arguments, environment)
        process.standardInput = try FileHandle(forReadingFrom: folder.url(of: "input"))
        process.standardOutput = try folder.newFile("output")
        process.standardError = try folder.newFile("errors")
        status = try await process.end()
        output = try String(contentsOf: folder.url(of: "output"), encoding: .utf8)
        errors = try String(contentsOf: folder.url(of: "errors"), encoding: .utf8)
    }
}

/// The results of a run of a shell.
struct ShellRun: Sendable {
    let status: Int32
    let output: String

    /// Runs bash with a script in which `$0` is the program.
    init(_ script: String) async throws {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script, try Program.url.path()]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try folder.newFile("output")
        process.standardError = FileHandle.nullDevice
        status = try await process.end()
        output = try String(contentsOf: folder.url(of: "output"), encoding: .utf8)
    }
}

extension Process {
    /// Runs the process and waits for its end; negative for a signal.
    ///
    /// It is killed when the test is given up.
    func end() async throws -> Int32 {
        let running = RunningProcess()
        return try await withTaskCancellationHandler {
            try await end(noting: running)
        } onCancel: {
            running.kill()
        }
    }

    private func end(noting running: RunningProcess) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            terminationHandler = { process in
                running.number.withLock { $0 = nil }
                let isSignal = process.terminationReason == .uncaughtSignal
                let status = process.terminationStatus
                continuation.resume(returning: isSignal ? -status : status)
            }
            do {
                try run()
                running.number.withLock { $0 = isRunning ? processIdentifier : nil }
            } catch {
                terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}

/// The number of a process, as long as it runs.
private final class RunningProcess: Sendable {
    let number = Mutex<pid_t?>(nil)

    func kill() {
        if let number = number.withLock({ $0 }) { _ = Foundation.kill(number, SIGKILL) }
    }
}

/// A folder of its own for a test, removed at the end.
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
