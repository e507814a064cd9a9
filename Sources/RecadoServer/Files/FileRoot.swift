// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The directory below which files are opened.
struct FileRoot: Sendable {
    private let directory: FileHandle

    init(_ path: String) throws(StaticFilesError) {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StaticFilesError(root: path, code: errno) }
        directory = FileHandle(descriptor)
    }

    /// Opens the file at a path of names, one directory after another.
    ///
    /// No step follows a symbolic link, so that a link that is created between two steps has no
    /// effect either. Only `openat` is used, which no container forbids; `openat2` does the same in
    /// one call, but the filters of older containers refuse it.
    ///
    /// - Parameter names: The names, none of which contains a slash or is `..`.
    /// - Returns: The open file or directory; the root itself if there are no names.
    /// - Throws: The reason why the file cannot be opened.
    func open(_ names: [String]) throws(FileRequestError) -> OpenFile {
        var handle = directory
        for name in names.dropLast() {
            handle = try Self.step(to: name, from: handle, O_RDONLY | O_DIRECTORY)
        }
        // Opening must not block, as it would for a pipe without a writer, or take over a terminal.
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
        if let name = names.last { handle = try Self.step(to: name, from: handle, flags) }
        guard let state = FileState(of: handle) else { throw FileRequestError(errno) }
        return OpenFile(handle: handle, state: state)
    }

    private static func step(
        to name: String,
        from handle: FileHandle,
        _ flags: Int32
    ) throws(FileRequestError) -> FileHandle {
        let flags = flags | O_NOFOLLOW | O_CLOEXEC
        while true {
            let descriptor = unsafe openat(handle.descriptor, name, flags)
            if descriptor >= 0 { return FileHandle(descriptor) }
            guard errno == EINTR else { throw FileRequestError(errno) }
        }
    }
}

/// A file descriptor that is closed when its last user releases it.
final class FileHandle: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }
}

/// The reasons why a file cannot be opened.
enum FileRequestError: Error {
    /// There is no such file, or it may not be read.
    case absent
    /// The process has reached its limit of open files.
    case scarcity
    /// The disk has failed, or another system error occurred.
    case other

    init(_ code: Int32) {
        switch code {
        case ENOENT, ENOTDIR, ELOOP, EACCES, EPERM, ENAMETOOLONG, ENXIO, ENODEV, EINVAL:
            self = .absent
        case EMFILE, ENFILE, ENOMEM: self = .scarcity
        default: self = .other
        }
    }
}
