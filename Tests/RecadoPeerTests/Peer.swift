// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation

/// A program that somebody else wrote, in a process of its own.
final class Peer: Sendable {
    /// The first line of its output, if one is waited for.
    let greeting: String

    private let process: ChildProcess
    private let input: Pipe

    /// Runs a program until its own input ends, which it does when the tests do, however they end.
    private static let keeper = #""$@" & cat >/dev/null; kill -9 $!; rm -rf "$0""#

    /// Starts a program in a folder that goes with it, and waits for what shows that it is ready.
    init(
        _ program: String,
        _ arguments: [String],
        in folder: URL,
        isReady: @Sendable (URL) -> Bool = { _ in true },
        greets: Bool
    ) async throws {
        input = Pipe()
        let pipe = Pipe()
        let ends = [input.fileHandleForReading, pipe.fileHandleForWriting]
        process = try ChildProcess(
            "/bin/sh",
            ["-c", Self.keeper, folder.path(), program] + arguments,
            in: folder.path(),
            descriptors: ends.map(\.fileDescriptor)
        )
        // The descriptors that this program keeps would hide the peer's end.
        for end in ends { try end.close() }
        greeting = greets ? await Self.firstLine(pipe.fileHandleForReading) : ""
        for _ in 0..<1_000 where !isReady(folder) { try await Task.sleep(for: .milliseconds(10)) }
        guard isReady(folder), !greets || !greeting.isEmpty else {
            throw NotReady(program: program)
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.wait()
    }

    struct NotReady: Error, CustomStringConvertible {
        let program: String
        var description: String { "\(program) did not start" }
    }

    /// A folder for a peer, with a name that is short enough for sockets.
    static func makeFolder() throws -> URL {
        let name = "peer-" + UUID().uuidString.prefix(8)
        let folder = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Reads the first line off the task's threads.
    private static func firstLine(_ file: FileHandle) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var text = ""
                while !text.contains("\n") {
                    let data = file.availableData
                    if data.isEmpty { break }
                    text += String(decoding: data, as: UTF8.self)
                }
                let line = text.split(separator: "\n").first.map(String.init) ?? ""
                continuation.resume(returning: line)
            }
        }
    }
}
