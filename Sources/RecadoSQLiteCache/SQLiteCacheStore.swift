// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
import RecadoHTTP
import RecadoSQLite
public import RecadoStore
import Synchronization

/// A store of a cache in an SQLite file, which outlasts the program and drops the answers that were
/// used least recently.
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
/// - Answers are written after the caller has received them, several in one transaction; answers
///   that wait to be written are found like the others.
/// - Answers that depend on a field with a secret, such as Authorization or Cookie, are kept in
///   memory alone. Only its owner can read the file.
/// - A write that fails, for example on a full disk, empties the store, so that an answer that
///   should have been removed is never found again.
///
/// Several programs may share a file.
public final class SQLiteCacheStore: CacheStore {
    /// The limits of a store.
    public struct Limits: Sendable, Hashable {
        /// The most answers in all: 10 000.
        public var entries = 10_000
        /// The most bytes in all: 256 MiB.
        public var bytes = 256 << 20
        /// The most answers of one address, which differ by fields of the request: 8.
        public var variants = 8
        /// The most bytes that wait to be written: 16 MiB; further answers are not kept.
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
    /// - Throws: `notADatabase` or `otherApplication` for a file of another kind, which is
    ///   left as it was; `cannotOpen`.
    public static func open(
        _ path: String,
        limits: Limits = Limits()
    ) async throws(StoreError) -> SQLiteCacheStore {
        let options = SQLiteStore.Options {
            // “Rcac”, so that no file of another application is opened by mistake.
            $0.applicationID = 0x5263_6163
            $0.readers = 2
            $0.valueLimit = 64 << 20
        }
        let store = try await SQLiteStore.open(path, options: options)
        return SQLiteCacheStore(try await CacheTable(store), limits)
    }

    // MARK: - Keeping

    /// The answers to requests of an address.
    ///
    /// - Parameter key: The address.
    /// - Returns: The answers, which count as used now; none when the file cannot be read.
    public func entries(for key: String) async -> [CacheEntry] {
        let changes = journal.withLock { $0.changes(for: key) }
        var entries: [CacheEntry] = []
        switch changes {
        case nil: return []
        case let changes?:
            // A file that cannot be read counts as empty: the server answers instead.
            if !changes.startAnew { entries = (try? await table.entries(for: key)) ?? [] }
            for change in changes.list { change.apply(to: &entries) }
        }
        if !entries.isEmpty { post(.touch(key)) }
        return entries + memory.entries(for: key)
    }

    /// Keeps an answer, which replaces an answer with the same selectors.
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

    /// Removes the answers to requests of an address.
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

    /// Waits until everything is written, and closes the file.
    ///
    /// Afterwards nothing is found and nothing is kept.
    public func close() async {
        let task = journal.withLock { $0.close() }
        await task?.value
        await table.close()
    }

    /// Waits until all answers that were kept or removed before are written.
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
