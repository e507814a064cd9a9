// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The files of a database, as the system sees them.
///
/// A file that may be open as a database is not opened here. Closing any descriptor of a file ends
/// every lock that the process holds on it (POSIX.1 `fcntl`), those of SQLite among them.
enum DatabaseFile {
    /// Creates an empty file that its owner alone may read: it will hold secrets.
    static func create(_ path: String) throws(StoreError) {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { return }
            throw systemError("cannot create \"\(path)\"")
        }
        close(file)
    }

    /// Makes sure that a file stands on the disk under its final name.
    static func settle(_ temporary: String, as path: String) throws(StoreError) {
        try flush(temporary)
        guard unsafe rename(temporary, path) == 0 else {
            throw systemError("cannot rename to \"\(path)\"")
        }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        try flush(String(folder))
    }

    static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// The size in bytes; `nil` when the system does not tell.
    static func size(of path: String) -> Int? {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? Int(facts.st_size) : nil
    }

    static func remove(_ path: String) {
        _ = unsafe unlink(path)
    }

    private static func flush(_ path: String) throws(StoreError) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw systemError("cannot open \"\(path)\"") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw systemError("cannot flush \"\(path)\"") }
    }

    private static func systemError(_ what: String) -> StoreError {
        let number = errno
        let code: StoreError.Code = number == ENOSPC ? .full : .cannotOpen
        return StoreError(code, "\(what): \(unsafe String(cString: strerror(number)))")
    }
}
