// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Testing

@testable import RecadoSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(1))) struct `A database on read-only media` {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// Creates a database with a film whose file was last modified in 2001.
    private func make(_ name: String = "a.sqlite") async throws {
        let store = try await SQLiteStore.open(folder.file(name))
        try await store.migrate([filmTable])
        try await store.insert("Alien")
        await store.close()
        date(name, at: 1_000_000_000)
    }

    /// Opens the database as if its file system were read-only.
    private func open(_ name: String = "a.sqlite") async throws -> SQLiteStore {
        let options = SQLiteStore.Options { $0.isReadOnly = true }
        return SQLiteStore(
            core: try await SQLiteCore.start(.readOnlyMedia(folder.file(name)), options)
        )
    }

    private func date(_ name: String, at seconds: Int) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        let times = [time, time]
        #expect(unsafe utimensat(AT_FDCWD, folder.file(name), times, 0) == 0)
    }

    @Test func `is read without creating other files`() async throws {
        try await make()
        let media = try await open()
        #expect(try await media.titles() == ["Alien"])
        try await media.backup(to: folder.file("copy.sqlite"))
        #expect(folder.names == ["a.sqlite", "copy.sqlite"])
        await media.close()
    }

    @Test func `is refused after another process has changed it, until reopened`() async throws {
        try await make()
        let media = try await open()
        #expect(try await media.titles() == ["Alien"])
        let host = try await SQLiteStore.open(folder.file("a.sqlite"))
        // Another process writes to a log first, which this store does not read.
        let early = await storeError { try await media.titles() }
        #expect(early?.code == .replaced)
        try await host.insert("Brazil")
        await host.close()
        let error = await storeError { try await media.titles() }
        #expect(error?.code == .replaced)
        #expect(error?.message.contains("a.sqlite") == true)
        let copy = await storeError { try await media.backup(to: folder.file("copy.sqlite")) }
        #expect(copy?.code == .replaced)
        #expect(folder.names == ["a.sqlite"])
        await media.close()
        let again = try await open()
        #expect(try await again.titles() == ["Alien", "Brazil"])
        await again.close()
    }

    @Test func `is refused if it changes during a read`() async throws {
        try await make()
        let media = try await open()
        let error = await storeError {
            try await media.read { transaction in
                let count = try transaction.value("SELECT count(*) FROM film", as: Int.self)
                date("a.sqlite", at: 1_000_000_001)
                return count
            }
        }
        #expect(error?.code == .replaced)
        await media.close()
    }

    @Test(arguments: ["a?\u{301}b", "a#\u{308}b", "a%\u{301}3Fb", "a?mode=memory", "?", "%41"])
    func `is readable with special characters in its name`(_ name: String) async throws {
        try await make(name)
        let media = try await open(name)
        #expect(try await media.titles() == ["Alien"])
        #expect(folder.names.count == 1)
        await media.close()
    }

    @Test func `is opened at the exact bytes of its path`() {
        let path = "/\u{301}a.sqlite"
        #expect(DatabaseLocation.file(path).name.utf8.elementsEqual(path.utf8))
        #expect(DatabaseLocation.readOnlyMedia(path).name.utf8.starts(with: "file:///".utf8))
    }
}
