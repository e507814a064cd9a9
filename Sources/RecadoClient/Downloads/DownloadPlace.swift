// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The destination of a download: the path of a file, or a directory for a file whose name is
/// chosen later.
struct DownloadPlace: Sendable {
    /// The directory, without a trailing slash unless it is the root.
    let directory: String
    /// The name of the file; `nil` if it is not known before the answer.
    let name: String?
    /// True if the path names a file, not a directory.
    let isFile: Bool

    /// Creates a destination from a path.
    ///
    /// - Parameters:
    ///   - path: The path. It names a directory if it ends in a slash or if that directory exists,
    ///     and a file otherwise.
    ///   - name: The name of the file, if the path names a directory.
    init(_ path: String, name: String?) {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        if path.hasSuffix("/") || path.isEmpty || Self.isDirectory(path) {
            directory = trimmed.isEmpty ? "." : String(trimmed)
            self.name = name.flatMap(SafeFileName.make)
            isFile = false
        } else {
            let slash = path.lastIndex(of: "/")
            directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            self.name = String(path[(slash.map(path.index(after:)) ?? path.startIndex)...])
            isFile = true
        }
    }

    /// Returns the path of a file in the directory.
    func path(of name: String) -> String {
        if directory == "." { return name }
        return directory == "/" ? "/\(name)" : "\(directory)/\(name)"
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// True if something exists at the path.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Creates the directory and its parents, if they are missing.
    func makeDirectories() throws(DownloadError) {
        var made = directory.hasPrefix("/") ? "/" : ""
        for component in directory.split(separator: "/") {
            made += (made.isEmpty || made == "/" ? "" : "/") + component
            if unsafe mkdir(made, 0o777) != 0, errno != EEXIST {
                throw DownloadError("create", errno, at: made)
            }
        }
        guard Self.isDirectory(directory) else { throw DownloadError(.noDirectory, at: directory) }
    }

    /// Waits until the directory's entries are on disk.
    func synchronize() {
        let descriptor = unsafe open(directory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // Some file systems do not support this; the content of the file is already on disk.
        _ = fsync(descriptor)
        close(descriptor)
    }
}
