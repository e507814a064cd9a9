// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A database file that SQLite reads without locks, because no program is expected to write to it.
///
/// A file system that is mounted read-only on this machine may be writable elsewhere: a container
/// may see its host's files in this way, and a client of a network file system may see the server's
/// files. SQLite would not notice writes that are made there, and would mix old pages with new ones
/// ("URI Filenames" §3.2, `immutable`).
struct UnchangedFile {
    private let path: String
    private let state: DatabaseFile.State

    /// Records the state of a file, before anything is read from it.
    init(_ path: String) throws(StoreError) {
        guard let state = DatabaseFile.state(of: path) else { throw Self.error(path) }
        self.path = path
        self.state = state
    }

    /// Throws `replaced` if the file has changed, or if another program has created a log beside
    /// it.
    func check() throws(StoreError) {
        guard DatabaseFile.state(of: path) == state, !DatabaseFile.exists(path + "-wal") else {
            throw Self.error(path)
        }
    }

    private static func error(_ path: String) -> StoreError {
        StoreError(
            .replaced,
            "others write \"\(path)\", which cannot be written here; open it again to read it"
        )
    }
}
