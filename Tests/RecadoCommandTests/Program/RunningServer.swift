// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoHTTP
import RecadoSockets
import Synchronization
import Testing

/// `recado serve` in a process of its own.
final class RunningServer: Sendable {
    /// The text that it wrote to standard output when it was ready.
    let banner: String
    /// The port on 127.0.0.1.
    let port: Int
    let processID: pid_t

    /// A machine that is busy with other tests refuses no request for that.
    private static let patience = ["--waiting", "60000"]

    private static let trust = ["--trust-local"]

    private let end: Task<Int32, any Error>
    private let errors: URL

    /// Starts a server on a free port and waits until it is ready.
    ///
    /// - Parameters:
    ///   - database: Its database.
    ///   - folder: Where to keep what it writes.
    ///   - options: Further options.
    ///   - isTrusting: Whether it takes this machine's requests for its own programs'.
    ///   - script: A program in Python that starts it, given its path and arguments.
    ///   - environment: Further variables.
    /// - Throws: ``NotReady`` when it does not start.
    init(
        database: String,
        in folder: TemporaryFolder,
        options: [String] = [],
        isTrusting: Bool = true,
        by script: String? = nil,
        environment: [String: String] = [:]
    ) async throws {
        let own = isTrusting ? Self.trust + Self.patience : Self.patience
        let arguments = ["serve", "--port", "0", "--database", database] + own + options
        let process = try Program.process(arguments, environment)
        if let script {
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3", "-c", script, try Program.url.path()] + arguments
        }
        let pipe = Pipe()
        let name = "errors-\(UUID().uuidString)"
        errors = folder.url(of: name)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = try folder.newFile(name)
        let ends = Self.ends(of: process)
        try process.run()
        processID = process.processIdentifier
        end = Task {
            for try await status in ends { return status }
            throw CancellationError()
        }
        let text = await Self.read(pipe.fileHandleForReading)
        let address = /https?:\/\/(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)/
        guard let port = text.firstMatch(of: address).flatMap({ Int($0.1) }) else {
            kill(processID, SIGKILL)
            throw NotReady(text: text + ((try? String(contentsOf: errors, encoding: .utf8)) ?? ""))
        }
        banner = text
        self.port = port
    }

    /// The status with which a process ends, negative for a signal.
    private static func ends(of process: Process) -> AsyncThrowingStream<Int32, any Error> {
        let (ends, continuation) = AsyncThrowingStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            let isSignal = process.terminationReason == .uncaughtSignal
            continuation.yield(isSignal ? -process.terminationStatus : process.terminationStatus)
            continuation.finish()
        }
        return ends
    }

    deinit {
        // An end that was waited for leaves nothing to kill, but a number that others may have.
        if !hasEnded.withLock({ $0 }) { kill(processID, SIGKILL) }
    }

    private let hasEnded = Mutex(false)

    struct NotReady: Error, CustomStringConvertible {
        let text: String
        var description: String { "the server did not start: \(text)" }
    }

    /// Reads what is written until the last line of the banner or the end, off the task's threads.
    private static func read(_ file: FileHandle) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var text = ""
                while !text.contains("Clients use") || !text.hasSuffix("\n") {
                    let data = file.availableData
                    if data.isEmpty { break }
                    text += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
    }

    /// The address for `--server`.
    var url: String {
        (banner.contains("serves at https:") ? "https" : "http") + "://127.0.0.1:\(port)"
    }

    /// A client of the videoclub.
    func client() throws -> Client {
        try Client(base: url + "/videoclub", transport: SocketTransport.shared) {
            $0.credentials = try? BasicCredentials(user: "test123", password: "test123")
        }
    }

    func send(_ signal: Int32) {
        kill(processID, signal)
    }

    /// The exit code; negative for a signal.
    func status() async throws -> Int32 {
        let status = try await withTaskCancellationHandler {
            try await end.value
        } onCancel: {
            kill(processID, SIGKILL)
        }
        hasEnded.withLock { $0 = true }
        return status
    }

    /// Returns its complaints so far.
    func complaints() throws -> String { try String(contentsOf: errors, encoding: .utf8) }
}
