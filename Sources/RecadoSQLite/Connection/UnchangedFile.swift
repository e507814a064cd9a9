// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A database that SQLite reads without locks, for nobody is thought to write it.
///
/// That a file system was mounted for reading alone says nothing of others who have it: a container
/// sees the files of its host so, and a client those of a server. SQLite would not notice what they
/// write, and mix old pages with new ones ("URI Filenames" §3.2, `immutable`).
struct UnchangedFile {
    private let path: String
    private let state: DatabaseFile.State

    /// Takes note of a file, before anything is read of it.
    init(_ path: String) throws(StoreError) {
        guard let state = DatabaseFile.state(of: path) else { throw Self.error(path) }
        self.path = path
        self.state = state
    }

    /// Throws `replaced` when the file is not what it was, or others have
    /// begun to write a log beside it.
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
