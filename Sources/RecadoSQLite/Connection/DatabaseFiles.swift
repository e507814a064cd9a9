// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The identities of the files that a connection has open, to detect that they were removed or
/// replaced.
///
/// SQLite continues to use an open file that was removed or replaced, but everything that it writes
/// there is eventually lost ("How To Corrupt An SQLite Database File" §2.4).
struct DatabaseFiles: Sendable {
    private struct File: Sendable {
        let path: String
        let identity: DatabaseFile.Identity
    }

    private let files: [File]

    /// Records the identities of the database file and of its write-ahead log.
    init(of path: String) throws(StoreError) {
        var files: [File] = []
        for path in [path, path + "-wal"] {
            guard let identity = DatabaseFile.identity(of: path) else { throw Self.error(path) }
            files.append(File(path: path, identity: identity))
        }
        self.files = files
    }

    /// True if one of the paths leads to a different file, which another store may use; false if
    /// the files were merely removed.
    var areReplaced: Bool {
        files.contains { file in
            guard let identity = DatabaseFile.identity(of: file.path) else { return false }
            return identity != file.identity
        }
    }

    /// Throws `replaced` if a file was removed or replaced.
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
