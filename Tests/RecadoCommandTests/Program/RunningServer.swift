// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation
import RecadoClient
import RecadoHTTP
import RecadoSockets
import Testing

/// A process that runs `recado serve`.
final class RunningServer: Sendable {
    /// The text that the server wrote to standard output when it was ready.
    let banner: String
    /// The port on 127.0.0.1.
    let port: Int
    /// The process ID of the server.
    var processID: pid_t { process.id }

    /// Makes the server wait instead of refusing requests when other tests keep the machine busy.
    private static let patience = ["--waiting", "60000"]

    private static let trust = ["--trust-local"]

    private let process: ChildProcess
    private let errors: URL

    /// Starts a server on a free port, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - database: The path of its database, which is created if it is missing.
    ///   - folder: The folder for its standard error.
    ///   - options: Further options of `recado serve`.
    ///   - isTrusting: True if the server trusts requests from this machine.
    ///   - script: A Python script that starts the server; its arguments are the program's command
    ///     line.
    ///   - environment: Further environment variables.
    /// - Throws: ``NotReady`` if the server does not start.
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
        var words = [try Program.url.path()] + arguments
        if let script { words = ["python3", "-c", script] + words }
        let pipe = Pipe()
        let name = "errors-\(UUID().uuidString)"
        errors = folder.url(of: name)
        let complaints = try folder.newFile(name)
        process = try ChildProcess(
            words[0],
            Array(words.dropFirst()),
            environment: Program.environment(environment),
            descriptors: [nil, pipe.fileHandleForWriting, complaints].map { $0?.fileDescriptor }
        )
        // While this process kept the descriptor open, the end of the server's output would not be
        // seen.
        try pipe.fileHandleForWriting.close()
        let text = await Self.read(pipe.fileHandleForReading)
        let address = /https?:\/\/(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)/
        guard let port = text.firstMatch(of: address).flatMap({ Int($0.1) }) else {
            process.send(SIGKILL)
            throw NotReady(text: text + ((try? String(contentsOf: errors, encoding: .utf8)) ?? ""))
        }
        banner = text
        self.port = port
    }

    deinit {
        process.send(SIGKILL)
        process.wait()
    }

    struct NotReady: Error, CustomStringConvertible {
        let text: String
        var description: String { "the server did not start: \(text)" }
    }

    /// Reads the server's output until the banner's last line or its end, outside of Swift's thread
    /// pool.
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

    /// The URL to give to `--server`.
    var url: String {
        (banner.contains("serves at https:") ? "https" : "http") + "://127.0.0.1:\(port)"
    }

    /// Returns a client of the videoclub.
    func client() throws -> Client {
        try Client(base: url + "/videoclub", transport: SocketTransport.shared) {
            $0.credentials = try? BasicCredentials(user: "test123", password: "test123")
        }
    }

    func send(_ signal: Int32) { process.send(signal) }

    /// Returns the exit code; negative for a signal.
    func status() async -> Int32 { await process.end() }

    /// Returns the text that the server has written to standard error so far.
    func complaints() throws -> String { try String(contentsOf: errors, encoding: .utf8) }
}
