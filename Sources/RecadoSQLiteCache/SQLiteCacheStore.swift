// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
import RecadoHTTP
import RecadoSQLite
public import RecadoStore
import Synchronization

/// A cache store in an SQLite file, which survives a restart of the program and evicts the least
/// recently used answers.
///
/// ```swift
/// let store = try await SQLiteCacheStore.open(caches + "/answers.sqlite")
/// let client = try Client(base: base, middleware: .standard {
///     $0.cache = CachePolicy(store: store, options: offline)
/// })
/// …
/// await store.close()
/// ```
///
/// - Answers are written in the background, several in one transaction; an answer that waits to be
///   written is found like any other.
/// - Answers that depend on a secret header field, such as Authorization or Cookie, are kept only
///   in memory. The file is readable only by its owner.
/// - If a write fails, for example because the disk is full, the store is emptied, so that an
///   answer that should have been removed is never found again.
///
/// Several programs may share a file.
public final class SQLiteCacheStore: CacheStore {
    /// The limits of a store.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of answers: 10 000.
        public var entries = 10_000
        /// The maximum total size of the answers: 256 MiB.
        public var bytes = 256 << 20
        /// The maximum number of answers for one address, each for different request header fields:
        /// 8.
        public var variants = 8
        /// The maximum number of bytes that wait to be written: 16 MiB; further answers are not
        /// stored.
        public var unwritten = 16 << 20

        /// Creates the default limits.
        public init() {}
    }

    private let table: CacheTable
    private let journal: Mutex<CacheJournal>
    private let memory = MemoryCacheStore()
    private let limits: Limits

    private init(_ table: CacheTable, _ limits: Limits) {
        self.table = table
        self.limits = limits
        journal = Mutex(CacheJournal(limit: limits.unwritten))
    }

    /// Opens a file, or creates it.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder must exist.
    ///   - limits: The limits of the store.
    /// - Returns: The store.
    /// - Throws: `notADatabase` or `otherApplication` for a file of a different kind, which is left
    ///   unchanged; `cannotOpen` if the file cannot be opened.
    public static func open(
        _ path: String,
        limits: Limits = Limits()
    ) async throws(StoreError) -> SQLiteCacheStore {
        let options = SQLiteStore.Options {
            // “Rcac” in ASCII: opening a file of another application by mistake is an error.
            $0.applicationID = 0x5263_6163
            $0.readers = 2
            $0.valueLimit = 64 << 20
        }
        let store = try await SQLiteStore.open(path, options: options)
        return SQLiteCacheStore(try await CacheTable(store), limits)
    }

    // MARK: - Keeping

    /// Returns the stored answers for an address.
    ///
    /// - Parameter key: The address.
    /// - Returns: The answers, which are marked as used; none if the file cannot be read.
    public func entries(for key: String) async -> [CacheEntry] {
        let changes = journal.withLock { $0.changes(for: key) }
        var entries: [CacheEntry] = []
        switch changes {
        case nil: return []
        case let changes?:
            // If the file cannot be read, the client treats this as a cache miss and asks the
            // server.
            if !changes.startAnew { entries = (try? await table.entries(for: key)) ?? [] }
            for change in changes.list { change.apply(to: &entries) }
        }
        if !entries.isEmpty { post(.touch(key)) }
        return entries + memory.entries(for: key)
    }

    /// Stores an answer, which replaces the stored answer with the same selectors.
    ///
    /// - Parameters:
    ///   - entry: The answer.
    ///   - key: The address.
    public func keep(_ entry: CacheEntry, for key: String) {
        if entry.dependsOnSecret {
            memory.keep(entry, for: key)
        } else {
            post(.keep(key, entry))
        }
    }

    /// Removes the stored answers for an address.
    ///
    /// - Parameter key: The address.
    public func remove(_ key: String) {
        memory.remove(key)
        post(.remove(key))
    }

    /// Removes every answer.
    public func removeAll() {
        memory.removeAll()
        post(.removeAll)
    }

    /// Waits until all changes are written, and closes the file.
    ///
    /// A closed store finds nothing and stores nothing.
    public func close() async {
        let task = journal.withLock { $0.close() }
        await task?.value
        await table.close()
    }

    /// Waits until all earlier changes are written.
    public func flush() async {
        let task = journal.withLock(\.writing)
        await task?.value
    }

    // MARK: - Writing

    private func post(_ change: CacheChange) {
        journal.withLock { journal in
            guard journal.append(change), journal.writing == nil else { return }
            // The task keeps the store alive until everything is written.
            journal.writing = Task { await self.write() }
        }
    }

    private func write() async {
        while let batch = journal.withLock({ $0.next() }) {
            do {
                try await table.write(batch.changes, anew: batch.startAnew, limits)
                journal.withLock { $0.written(batch) }
            } catch {
                journal.withLock { $0.failed(batch) }
            }
        }
    }
}
