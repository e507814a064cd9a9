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

@Suite(.timeLimit(.minutes(1)))
struct `Files of an SQLite store` {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    func open(
        _ name: String = "a.sqlite",
        _ change: (inout SQLiteStore.Options) -> Void = { _ in }
    ) async throws(StoreError) -> SQLiteStore {
        try await SQLiteStore.open(folder.file(name), options: .init(change))
    }

    @Test func `written rows are found after closing and reopening`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        try await store.insert("Alien")
        await store.close()
        #expect(folder.names == ["a.sqlite"])
        let again = try await open()
        #expect(try await again.titles() == ["Alien"])
        await again.close()
    }

    @Test func `new files are accessible only to their owner`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        for name in folder.names { #expect(folder.mode(of: name) == 0o600, "\(name)") }
        await store.close()
    }

    @Test(arguments: [SQLiteStore.Durability.process, .power])
    func `acknowledged writes are in the files of a store that was not closed`(
        durability: SQLiteStore.Durability
    ) async throws {
        let store = try await open { $0.durability = durability }
        try await store.migrate([filmTable])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { try? await store.insert("film \(number)") }
            }
        }
        // Copies the files as they are now, without a flush, which is what a killed process leaves
        // behind.
        try folder.write(try folder.bytes(of: "a.sqlite"), to: "b.sqlite")
        try folder.write(try folder.bytes(of: "a.sqlite-wal"), to: "b.sqlite-wal")
        let copy = try await open("b.sqlite")
        #expect(try await copy.titles().count == 200)
        await copy.close()
        await store.close()
    }

    @Test func `a database whose checkpoint was interrupted is opened`() async throws {
        let store = try await open { $0.checkpointDelay = .seconds(3_600) }
        try await store.migrate([filmTable])
        for number in 0..<50 { try await store.insert("film \(number)") }
        // As if a checkpoint had written only page 1, which states more pages than the file has so
        // far.
        let log = try folder.bytes(of: "a.sqlite-wal")
        var file = try folder.bytes(of: "a.sqlite")
        for frame in stride(from: 32, to: log.count - 4_119, by: 4_120)
        where log[frame..<frame + 4].elementsEqual([0, 0, 0, 1]) {
            file.replaceSubrange(..<4_096, with: log[frame + 24..<frame + 4_120])
        }
        try #require(file.count < 4_096 * file[28..<32].reduce(0) { $0 << 8 | Int($1) })
        try folder.write(file, to: "b.sqlite")
        try folder.write(log, to: "b.sqlite-wal")
        let copy = try await open("b.sqlite")
        #expect(try await copy.titles().count == 50)
        await copy.close()
        await store.close()
    }

    @Test func `an application ID that recovery rolls back is written again`() async throws {
        // A process that is killed while it creates the file leaves page 1 with Recado's mark, and
        // a journal that says that the file was empty before.
        let store = try await open()
        await store.close()
        var page = try folder.bytes(of: "a.sqlite")
        // The file is not in write-ahead mode yet.
        page.replaceSubrange(18..<20, with: [1, 1])
        try folder.write(page, to: "b.sqlite")
        try folder.write(Self.journalOfNothing, to: "b.sqlite-journal")
        let again = try await open("b.sqlite")
        try await again.migrate([filmTable])
        await again.close()
        #expect(try folder.bytes(of: "b.sqlite")[68..<72].elementsEqual("Reca".utf8))
    }

    @Test func `a file of zeros with a rollback journal becomes a database`() async throws {
        // A power failure may leave a file that has its size, but whose pages were never written.
        try folder.write([UInt8](repeating: 0, count: 4_096), to: "a.sqlite")
        try folder.write(Self.journalOfNothing, to: "a.sqlite-journal")
        let store = try await open()
        try await store.migrate([filmTable])
        await store.close()
        #expect(try folder.bytes(of: "a.sqlite")[68..<72].elementsEqual("Reca".utf8))
    }

    /// A journal that says that the file was empty before (SQLite file format §3).
    private static let journalOfNothing: [UInt8] = {
        let head: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        let sizes: [UInt8] = [UInt8](repeating: 0, count: 12) + [0, 0, 2, 0, 0, 0, 0x10, 0]
        return head + sizes + [UInt8](repeating: 0, count: 512 - head.count - sizes.count)
    }()

    @Test func `a database behind a symbolic link is opened with its own log`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        try await store.insert("Alien")
        #expect(unsafe symlink("a.sqlite", folder.file("link.sqlite")) == 0)
        let linked = try await open("link.sqlite")
        try await linked.insert("Brazil")
        #expect(try await store.titles() == ["Alien", "Brazil"])
        #expect(
            folder.names == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal", "link.sqlite"]
        )
        let reader = try await open("link.sqlite") { $0.isReadOnly = true }
        #expect(try await reader.titles() == ["Alien", "Brazil"])
        await reader.close()
        await linked.close()
        await store.close()
        #expect(folder.names == ["a.sqlite", "link.sqlite"])
    }

    @Test(arguments: ["a.sqlite", "a.sqlite-wal"])
    func `acknowledged writes are in the database after a database file was renamed`(
        name: String
    ) async throws {
        let store = try await open { $0.checkpointDelay = .seconds(3_600) }
        try await store.migrate([filmTable])
        try await store.insert("Alien")
        #expect(unsafe rename(folder.file(name), folder.file("elsewhere")) == 0)
        let error = await storeError { try await store.insert("Brazil") }
        #expect(error?.code == .replaced)
        // A process that is killed at this point has lost nothing either.
        let database = name == "a.sqlite" ? "elsewhere" : name.replacing("-wal", with: "")
        try folder.write(try folder.bytes(of: database), to: "killed.sqlite")
        await store.close()
        try folder.write(try folder.bytes(of: database), to: "closed.sqlite")
        for copy in ["killed.sqlite", "closed.sqlite"] {
            let again = try await open(copy)
            #expect(try await again.titles() == ["Alien"], "\(copy)")
            await again.close()
        }
    }

    @Test func `an interrupted transaction leaves no rows`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        try await store.insert("kept")
        let folder = folder
        try await store.write { transaction in
            for number in 0..<2_000 {
                let poster = [UInt8](repeating: 1, count: 8_000)
                try transaction.execute(
                    "INSERT INTO film (title, poster) VALUES (\(String(number)), \(poster))"
                )
            }
            // The transaction is not finished, but its pages no longer fit into memory and are in
            // the log.
            try folder.write(try folder.bytes(of: "a.sqlite"), to: "b.sqlite")
            try folder.write(try folder.bytes(of: "a.sqlite-wal"), to: "b.sqlite-wal")
        }
        let copy = try await open("b.sqlite")
        #expect(try await copy.titles() == ["kept"])
        await copy.close()
        await store.close()
    }

    struct Foreign: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Foreign(name: "a text", bytes: Array("title,year\nAlien,1979\n".utf8)),
        Foreign(name: "a long text", bytes: Array(String(repeating: "Alien\n", count: 900).utf8)),
        Foreign(name: "a cut header", bytes: Array("SQLite format 3\0".utf8)),
        Foreign(name: "zeros", bytes: [UInt8](repeating: 0, count: 8_192)),
        Foreign(name: "one byte", bytes: [0x41]),
    ])
    func `a file that is no database is refused and left unchanged`(foreign: Foreign) async throws {
        try folder.write(foreign.bytes, to: "a.sqlite")
        let error = await storeError { try await open() }
        #expect(error?.code == .notADatabase)
        #expect(try folder.bytes(of: "a.sqlite") == foreign.bytes)
        #expect(folder.names == ["a.sqlite"])
    }

    @Test(arguments: [Int32(1), 0])
    func `a database of another application is refused and left unchanged`(mark: Int32) async throws
    {
        let other = try await open { $0.applicationID = 1 }
        try await other.migrate([filmTable])
        await other.close()
        var bytes = try folder.bytes(of: "a.sqlite")
        if mark == 0 {
            bytes.replaceSubrange(68..<72, with: [0, 0, 0, 0])
            try folder.write(bytes, to: "a.sqlite")
        }
        let error = await storeError { try await open() }
        #expect(error?.code == .otherApplication)
        #expect(try folder.bytes(of: "a.sqlite") == bytes)
        #expect(folder.names == ["a.sqlite"])
    }

    @Test func `a named pipe is refused without waiting`() async throws {
        #expect(unsafe mkfifo(folder.file("a.sqlite"), 0o600) == 0)
        let error = await storeError { try await open() }
        #expect(error?.code == .notADatabase)
    }

    @Test func `an empty file becomes a database`() async throws {
        try folder.write([], to: "a.sqlite")
        let store = try await open()
        try await store.migrate([filmTable])
        await store.close()
        #expect(try folder.bytes(of: "a.sqlite")[68..<72].elementsEqual("Reca".utf8))
    }

    @Test func `a damaged database is reported as corrupt`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        for number in 0..<500 { try await store.insert("film \(number)") }
        await store.close()
        var bytes = try folder.bytes(of: "a.sqlite")
        for place in 4_096..<bytes.count { bytes[place] = 0xA5 }
        try folder.write(bytes, to: "a.sqlite")
        let error = await storeError {
            let store = try await open()
            _ = try await store.titles()
        }
        #expect(error?.code == .corrupt)
    }

    @Test(arguments: ["", ":memory:", "a\u{0}b", "/nowhere/at/all.sqlite"])
    func `an invalid path is refused`(path: String) async throws {
        let error = await storeError { try await SQLiteStore.open(path) }
        #expect(error?.code == .cannotOpen)
    }

    @Test func `a read-only store reads, but refuses writes and migrations`() async throws {
        let absent = await storeError { try await open { $0.isReadOnly = true } }
        #expect(absent?.code == .cannotOpen)
        #expect(folder.names == [])
        let store = try await open()
        try await store.migrate([filmTable])
        try await store.insert("Alien")
        let reader = try await open { $0.isReadOnly = true }
        #expect(try await reader.titles() == ["Alien"])
        let error = await storeError { try await reader.insert("Brazil") }
        #expect(error?.code == .readOnly)
        #expect(try await reader.migrate([filmTable]) == [])
        let more = Migration("create cinema", ["CREATE TABLE cinema (id INTEGER PRIMARY KEY)"])
        let missing = await storeError { try await reader.migrate([filmTable, more]) }
        #expect(missing?.code == .readOnly)
        #expect(missing?.message.contains("create cinema") == true)
        await reader.close()
        await store.close()
    }

    @Test(arguments: ["a.sqlite", "a.sqlite-wal"])
    func `writes are refused while a file of the database is moved away`(name: String) async throws
    {
        let store = try await open()
        try await store.migrate([filmTable])
        try await store.insert("Alien")
        #expect(unsafe rename(folder.file(name), folder.file("elsewhere")) == 0)
        for title in ["Brazil", "Contact"] {
            let error = await storeError { try await store.insert(title) }
            #expect(error?.code == .replaced)
            #expect(error?.message.contains(name) == true)
        }
        #expect(unsafe rename(folder.file("elsewhere"), folder.file(name)) == 0)
        try await store.insert("Dune")
        await store.close()
        let again = try await open()
        #expect(try await again.titles() == ["Alien", "Dune"])
        await again.close()
    }

    @Test func `a database moved onto the path of an open database is not changed`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        let other = try await open("other.sqlite")
        try await other.migrate([filmTable])
        try await other.insert("Alien")
        for suffix in ["", "-wal", "-shm"] {
            let (from, to) = (
                folder.file("other.sqlite" + suffix), folder.file("a.sqlite" + suffix)
            )
            #expect(unsafe rename(from, to) == 0)
        }
        let error = await storeError { try await store.insert("lost") }
        #expect(error?.code == .replaced)
        await store.close()
        #expect(folder.names == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal"])
        let again = try await open()
        #expect(try await again.titles() == ["Alien"])
        await again.close()
        await other.close()
    }

    @Test func `a backup is one complete file and replaces a file only if allowed`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        for number in 0..<50 { try await store.insert("film \(number)") }
        try await store.backup(to: folder.file("copy.sqlite"))
        try await store.insert("later")
        let refused = await storeError { try await store.backup(to: folder.file("copy.sqlite")) }
        #expect(refused?.code == .cannotOpen)
        #expect(folder.names == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal", "copy.sqlite"])
        let copy = try await open("copy.sqlite")
        #expect(try await copy.titles().count == 50)
        await copy.close()
        try await store.backup(to: folder.file("copy.sqlite"), replacing: true)
        let later = try await open("copy.sqlite")
        #expect(try await later.titles().count == 51)
        await later.close()
        let nowhere = await storeError { try await store.backup(to: folder.file("no/copy")) }
        #expect(nowhere?.code == .cannotOpen)
        await store.close()
        #expect(folder.names == ["a.sqlite", "copy.sqlite"])
    }

    @Test func `a backup replaces neither its own database nor an open one`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        try await store.insert("Alien")
        let other = try await open("b.sqlite")
        try await other.migrate([filmTable])
        unsafe symlink(folder.file("a.sqlite"), folder.file("link.sqlite"))
        for name in ["a.sqlite", "link.sqlite", "b.sqlite"] {
            let refused = await storeError {
                try await store.backup(to: folder.file(name), replacing: true)
            }
            #expect(refused?.code == .cannotOpen, "\(name)")
        }
        try await store.insert("Solaris")
        try await other.insert("Stalker")
        #expect(try await store.titles() == ["Alien", "Solaris"])
        await other.close()
        try await store.backup(to: folder.file("b.sqlite"), replacing: true)
        let copy = try await open("b.sqlite")
        #expect(try await copy.titles() == ["Alien", "Solaris"])
        await copy.close()
        await store.close()
    }

    @Test func `a backup to a symbolic link replaces the file behind it`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        try await store.backup(to: folder.file("copy.sqlite"))
        unsafe symlink(folder.file("copy.sqlite"), folder.file("link.sqlite"))
        try await store.insert("Alien")
        try await store.backup(to: folder.file("link.sqlite"), replacing: true)
        await store.close()
        let copy = try await open("copy.sqlite")
        #expect(try await copy.titles() == ["Alien"])
        await copy.close()
    }

    @Test func `a database in memory can be backed up to a file`() async throws {
        let store = try await SQLiteStore.inMemory()
        try await store.migrate([filmTable])
        try await store.insert("Alien")
        try await store.backup(to: folder.file("a.sqlite"))
        await store.close()
        let copy = try await open()
        #expect(try await copy.titles() == ["Alien"])
        await copy.close()
    }
}
