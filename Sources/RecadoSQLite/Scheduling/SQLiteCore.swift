// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoStore
import RecadoThreads
import Synchronization

/// The queues and threads of a store: one thread that writes, and others that read.
///
/// ```
/// callers ──▶ writes ──▶ writer thread ──▶ one connection
///        └──▶ reads  ──▶ reader threads ─▶ a connection each
/// ```
///
/// 1. A connection is opened, used and closed on its own thread. Connections of event loops are
///    lent to one thread at a time.
/// 2. A caller is answered exactly once: by the thread that ran its call, by its cancellation, or
///    by the queue that refused the call.
/// 3. The readers end before the writer, which then empties the write-ahead log.
///
/// A database in memory has only one connection, so the writer also serves the reads.
final class SQLiteCore: Sendable {
    let location: DatabaseLocation
    let options: SQLiteStore.Options
    private let changes = Mutex(SQLiteStore.Statistics())
    private let readCounts = Mutex<[ReadCounts]>([])
    /// Passes notifications from any program that uses the file to this store's subscribers.
    let watch: NotificationWatch
    private let writes: JobQueue
    let reads: JobQueue
    /// The readers of event loops; `nil` if event loops do not read.
    let loopReaders: LoopReaders?
    /// The files that the writer has open; `nil` until the writer has opened them, in a store
    /// without a writing connection, and for a database in memory.
    let files = Mutex<DatabaseFiles?>(nil)
    private let life = Mutex(Life())

    private struct Life: Sendable {
        var runningReaders = 0
        var isFinished = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private init(_ location: DatabaseLocation, _ options: SQLiteStore.Options) {
        self.location = location
        self.options = options
        writes = JobQueue(limit: options.waitingLimit)
        let reads = location == .memory ? writes : JobQueue(limit: options.waitingLimit)
        self.reads = reads
        // Event loops read only if there is a writer to a file. A database in memory has a single
        // connection, which belongs to its thread. Without a writer, it is unknown which file the
        // other connections have open.
        let isWritten = location != .memory && !options.isReadOnly
        let durations = ReadDurations(longest: options.shortRead)
        loopReaders =
            isWritten
            ? LoopReaders(limit: Self.readerCount(options), durations: durations) : nil
        watch = NotificationWatch { last in await Self.news(after: last, from: reads) }
    }

    /// Reads the notifications whose rows come after a given row; returns `nil` if the store cannot
    /// read now.
    private static func news(
        after last: Int?,
        from queue: JobQueue
    ) async -> NotificationTable.News? {
        // The read runs in a separate task, because a poll serves all subscribers even if its
        // caller is cancelled.
        await Task {
            try? await Job.result(of: .read) { session throws(TransactionError<Never>) in
                try NotificationTable.news(after: last, in: Transaction(session))
            } submit: { job in
                if let refusal = queue.append(job) { job.abandon(refusal) }
            }
        }.value
    }

    private static func readerCount(_ options: SQLiteStore.Options) -> Int {
        min(max(options.readers, 1), 64)
    }

    // MARK: - Starting

    static func start(
        _ location: DatabaseLocation,
        _ options: SQLiteStore.Options
    ) async throws(StoreError) -> SQLiteCore {
        let core = SQLiteCore(location, options)
        try await core.launch { started in
            core.runWriter(started)
        }
        guard location != .memory else { return core }
        for _ in 0..<readerCount(options) {
            do throws(StoreError) {
                core.addReader()
                try await core.launch { started in
                    core.runReader(started)
                }
            } catch {
                core.readerEnded()
                await core.close()
                throw error
            }
        }
        return core
    }

    /// Starts a thread and waits until it reports whether its connection could be opened.
    private func launch(
        _ body: @escaping @Sendable (_ started: @Sendable (StoreError?) -> Void) -> Void
    ) async throws(StoreError) {
        let error: StoreError? = await withCheckedContinuation { continuation in
            let failure = SystemThread.start {
                body { continuation.resume(returning: $0) }
            }
            if failure != nil {
                let message = "the system refused another thread"
                continuation.resume(returning: StoreError(.outOfMemory, message))
            }
        }
        if let error { throw error }
    }

    // MARK: - Calls

    /// Queues a call, waits until it has run and returns its result.
    func submit<Value: Sendable, Failure: Error>(
        _ kind: JobKind,
        _ body: @escaping @Sendable (SQLiteSession) throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        let writesFirst = kind == .write || kind == .migration
        if options.isReadOnly, writesFirst {
            throw .store(StoreError(.readOnly, "the store was opened for reading"))
        }
        let queue = writesFirst ? writes : reads
        return try await Job.result(of: kind, body) { job in
            if leaveToTurn(job) { return }
            if let refusal = queue.append(job) { job.abandon(refusal) }
        }
    }

    // MARK: - Ending

    /// Refuses new calls, and lets the threads finish their queues and end.
    func stop() {
        watch.stop()
        reads.close()
        closeLoopReaders()
        // The writer continues until the last reader has ended; without readers, it ends now.
        if life.withLock({ $0.runningReaders == 0 }) { writes.close() }
        writes.refuse()
    }

    /// Stops, and waits until the last connection is closed.
    func close() async {
        stop()
        await withCheckedContinuation { continuation in
            let isFinished = life.withLock { life in
                if !life.isFinished { life.waiting.append(continuation) }
                return life.isFinished
            }
            if isFinished { continuation.resume() }
        }
    }

    func addReader() {
        life.withLock { $0.runningReaders += 1 }
    }

    func readerEnded() {
        let left = life.withLock { life in
            life.runningReaders -= 1
            return life.runningReaders
        }
        if left == 0 { writes.close() }
    }

    private func writerEnded() {
        let waiting = life.withLock { life in
            life.isFinished = true
            defer { life.waiting = [] }
            return life.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    // MARK: - Counts

    /// The counts of the work done so far.
    var statistics: SQLiteStore.Statistics {
        var statistics = changes.withLock { $0 }
        for counts in readCounts.withLock({ $0 }) { counts.add(to: &statistics) }
        return statistics
    }

    /// Creates the counters of another reader and adds them to the statistics.
    func newReadCounts(ofLoop isOfLoop: Bool) -> ReadCounts {
        let counts = ReadCounts(isOfLoop: isOfLoop)
        readCounts.withLock { $0.append(counts) }
        return counts
    }

    // MARK: - Threads

    private func runWriter(_ started: @Sendable (StoreError?) -> Void) {
        defer { writerEnded() }
        let connection: SQLiteConnection
        do throws(StoreError) {
            connection = try SQLiteConnection(location, options, role: .writer)
        } catch {
            return started(error)
        }
        files.withLock { $0 = connection.files }
        started(nil)
        let writer = Writer(
            connection: connection,
            reader: Reader(connection, of: self),
            statistics: { change in self.changes.withLock { change(&$0) } },
            announce: { self.watch.lookSoon() }
        )
        var isDirty = false
        while true {
            switch writes.take(
                upTo: Writer.groupLimit,
                within: isDirty ? options.checkpointDelay : nil
            ) {
            case .jobs(let jobs):
                writer.run(jobs)
                isDirty = location != .memory && !options.isReadOnly
            case .nothing:
                connection.checkpoint()
                isDirty = false
            case .closed:
                return connection.close()
            }
        }
    }

    private func runReader(_ started: @Sendable (StoreError?) -> Void) {
        let connection: SQLiteConnection
        do throws(StoreError) {
            connection = try SQLiteConnection(location, options, role: .reader)
        } catch {
            return started(error)
        }
        started(nil)
        defer { readerEnded() }
        let reader = Reader(connection, of: self)
        while case .jobs(let jobs) = reads.take(upTo: 1, within: nil) {
            for job in jobs { reader.run(job, sharingWith: reads) }
            openLoopReader()
        }
        connection.close()
    }
}
