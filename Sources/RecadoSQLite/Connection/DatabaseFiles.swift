// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The files that a connection has open, to detect that others have taken their places.
///
/// SQLite continues with a file that was removed or replaced, as the system allows, and everything
/// that it writes there is lost in the end ("How To Corrupt An SQLite Database File" §2.4).
struct DatabaseFiles: Sendable {
    private struct File: Sendable {
        let path: String
        let identity: DatabaseFile.Identity
    }

    private let files: [File]

    /// Records the files that a database in WAL mode has.
    init(of path: String) throws(StoreError) {
        var files: [File] = []
        for path in [path, path + "-wal"] {
            guard let identity = DatabaseFile.identity(of: path) else { throw Self.error(path) }
            files.append(File(path: path, identity: identity))
        }
        self.files = files
    }

    /// True if another file has one of their names now, which another store may use; false if the
    /// files are merely gone.
    var areReplaced: Bool {
        files.contains { file in
            guard let identity = DatabaseFile.identity(of: file.path) else { return false }
            return identity != file.identity
        }
    }

    /// Throws `replaced` unless the files are still in their places.
    func check() throws(StoreError) {
        for file in files where DatabaseFile.identity(of: file.path) != file.identity {
            throw Self.error(file.path)
        }
    }

    private static func error(_ path: String) -> StoreError {
        StoreError(
            .replaced,
            "\"\(path)\" was removed or replaced under the store; put it back, or start anew"
        )
    }
}
