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

/// System calls for the files of a database.
///
/// These functions never open a file that may be open as a database: closing any descriptor of a
/// file releases every lock that the process holds on that file (POSIX.1 `fcntl`), including
/// SQLite's.
enum DatabaseFile {
    /// Creates an empty file unless it exists; only its owner may access it, because it holds
    /// secrets.
    static func create(_ path: String) throws(StoreError) {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { return }
            throw systemError("cannot create \"\(path)\"")
        }
        close(file)
    }

    /// Flushes a file to the disk and gives it its final name.
    static func settle(_ temporary: String, as path: String) throws(StoreError) {
        try flush(temporary)
        guard unsafe rename(temporary, path) == 0 else {
            throw systemError("cannot rename to \"\(path)\"")
        }
        try flush(folder(of: path))
    }

    /// Returns the path that SQLite opens: absolute, with every link followed.
    ///
    /// A path that leads to no file is returned unchanged. Links are followed because SQLite keeps
    /// its log and its journal beside the file itself, not beside a link to it.
    static func resolved(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// True if a write-ahead log or a journal exists beside a database.
    static func hasLog(_ path: String) -> Bool {
        exists(path + "-wal") || exists(path + "-journal")
    }

    /// Returns a regular file's size in bytes; `nil` for a folder, a device or an inaccessible
    /// file.
    static func size(of path: String) -> Int? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(facts.st_size)
    }

    /// The device and the inode, which together identify a file independently of its path.
    struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t
    }

    /// Returns the identity of the file that is at a path; `nil` if there is none.
    static func identity(of path: String) -> Identity? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        return Identity(device: facts.st_dev, inode: facts.st_ino)
    }

    /// The attributes of a file that change when it is written.
    struct State: Equatable {
        let identity: Identity
        let size: off_t
        let seconds: Int
        let nanoseconds: Int
    }

    /// Returns the state of the file that is at a path; `nil` if there is none.
    static func state(of path: String) -> State? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        #if canImport(Darwin)
        let time = facts.st_mtimespec
        #else
        let time = facts.st_mtim
        #endif
        return State(
            identity: Identity(device: facts.st_dev, inode: facts.st_ino),
            size: facts.st_size,
            seconds: time.tv_sec,
            nanoseconds: time.tv_nsec
        )
    }

    /// True if the file's file system is mounted read-only on this machine; another machine may
    /// have mounted it for writing.
    private static func isOnReadOnlyMedia(_ path: String) -> Bool {
        var facts = statvfs()
        return unsafe statvfs(path, &facts) == 0 && facts.f_flag & UInt(ST_RDONLY) != 0
    }

    /// Returns the reason why a database can only be read where it is; `nil` if there is none.
    static func readOnlyReason(of path: String) -> String? {
        if isOnReadOnlyMedia(path) { return "\"\(path)\" is on media mounted for reading alone" }
        // Without permission to create files beside it, SQLite could write only while another
        // process keeps the log.
        guard unsafe faccessat(AT_FDCWD, folder(of: path), W_OK, AT_EACCESS) != 0 else {
            return nil
        }
        return "\"\(path)\" is in a folder that may not be written"
    }

    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
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
