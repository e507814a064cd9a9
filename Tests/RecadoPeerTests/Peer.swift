// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation

/// A process that runs a program by other authors.
final class Peer: Sendable {
    /// The first line of the program's output, or an empty text if it is not awaited.
    let greeting: String

    private let process: ChildProcess
    private let input: Pipe

    /// A script that ends the program when its own input ends, which happens however the tests end.
    private static let keeper = #""$@" & cat >/dev/null; kill -9 $!; rm -rf "$0""#

    /// Starts a program in a folder, which is removed when the program ends, and waits until it is
    /// ready.
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
        // While this process kept the descriptors open, the end of the program would not be seen.
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

    /// Makes a folder for a peer, whose path is short enough for the paths of Unix sockets.
    static func makeFolder() throws -> URL {
        let name = "peer-" + UUID().uuidString.prefix(8)
        let folder = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Reads the first line outside of Swift's thread pool.
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
