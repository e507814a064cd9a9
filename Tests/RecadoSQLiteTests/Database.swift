// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoSQLite
import RecadoStore
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A folder for a test, which is removed at its end.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = "/tmp/recado-sqlite-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        guard unsafe mkdir(path, 0o700) == 0 else { throw Failed(what: "mkdir \(path)") }
    }

    deinit {
        for name in names { _ = unsafe unlink(path + "/" + name) }
        _ = unsafe rmdir(path)
    }

    /// The names of the files in the folder.
    var names: [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func file(_ name: String) -> String { path + "/" + name }

    func bytes(of name: String) throws -> [UInt8] {
        let file = unsafe open(self.file(name), O_RDONLY)
        guard file >= 0 else { throw Failed(what: "open \(name)") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(file, &piece, piece.count)
            guard count >= 0 else { throw Failed(what: "read \(name)") }
            if count == 0 { return bytes }
            bytes += piece.prefix(count)
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = unsafe open(self.file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw Failed(what: "create \(name)") }
        defer { close(file) }
        guard writeAll(file, bytes) == bytes.count else {
            throw Failed(what: "write \(name)")
        }
    }

    /// Returns the permission bits of a file.
    func mode(of name: String) -> UInt32 {
        var status = stat()
        return unsafe stat(file(name), &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0
    }
}

private func writeAll(_ file: Int32, _ bytes: [UInt8]) -> Int {
    unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
}

struct Failed: Error {
    var what: String
}

/// Returns the error of a store that a call throws, or `nil`.
func storeError<Value>(_ body: () async throws -> Value) async -> StoreError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? StoreError
    }
}

let filmTable = Migration(
    "create film",
    [
        """
        CREATE TABLE film (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL UNIQUE,
            year INTEGER CHECK (year > 1800),
            poster BLOB
        ) STRICT
        """
    ]
)

extension SQLiteStore {
    func insert(_ title: String) async throws {
        try await write { try $0.execute("INSERT INTO film (title) VALUES (\(title))") }
    }

    func titles() async throws -> [String] {
        try await read { try $0.all("SELECT title FROM film ORDER BY id") { try $0[0] } }
    }
}
