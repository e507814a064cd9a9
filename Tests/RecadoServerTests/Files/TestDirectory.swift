// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP
import RecadoServer

/// A directory that is removed after the test.
final class TestDirectory: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String

    init() throws {
        var template = Array("/tmp/recado-files-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        // `unlink` removes files and links; only real directories must be emptied first.
        guard unsafe unlink(path) != 0 else { return }
        for name in names(at: path) { remove("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }

    /// The names of the entries in the directory.
    var names: [String] { Self.names(at: path) }

    private static func names(at path: String) -> [String] {
        guard let stream = unsafe opendir(path) else { return [] }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        _ = unsafe closedir(stream)
        return names
    }

    /// Writes a file, and sets its age in seconds to an hour unless another is given.
    func write(_ name: String, _ text: String, age: Int = 3600) throws {
        try write(name, Array(text.utf8), age: age)
    }

    func write(_ name: String, _ bytes: [UInt8], age: Int = 3600) throws {
        let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw Failure(description: "\(name): \(errno)") }
        defer { _ = close(descriptor) }
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        guard count == bytes.count else { throw Failure(description: "\(name): \(errno)") }
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        let then = timespec(tv_sec: now.tv_sec - age, tv_nsec: 0)
        var times = [then, then]
        _ = unsafe futimens(descriptor, &times)
    }

    func makeDirectory(_ name: String) { _ = unsafe mkdir("\(path)/\(name)", 0o755) }

    func link(_ name: String, to target: String) { _ = unsafe symlink(target, "\(path)/\(name)") }

    func makePipe(_ name: String) { _ = unsafe mkfifo("\(path)/\(name)", 0o644) }

    func shorten(_ name: String, to size: Int) { _ = unsafe truncate("\(path)/\(name)", size) }
}

extension StaticFiles {
    /// Returns the response to a request, with its content read.
    func answer(
        _ target: String,
        _ fields: Fields = [:],
        method: Method = .get
    ) async throws -> Answer {
        try await Answer(respond(to: Request(method: method, target: target, fields: fields)))
    }
}
