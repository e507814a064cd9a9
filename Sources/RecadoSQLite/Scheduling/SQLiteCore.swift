// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoStore
import RecadoThreads
import Synchronization

/// The queues and threads of a store: one that writes, and those that read.
///
/// ```
/// callers ──▶ writes ──▶ writer thread ──▶ one connection
///        └──▶ reads  ──▶ reader threads ─▶ a connection each
/// ```
///
/// 1. A connection is made, used and closed on its thread, and is never seen by another. Those of
///    loops are lent to one thread at a time.
/// 2. A caller is answered exactly once: by the thread that ran its call, by its cancellation, or
///    by the queue that refused it.
/// 3. The readers end before the writer, which then empties the write-ahead log.
///
/// A database in memory belongs to its only connection: the writer then serves the reads as well.
final class SQLiteCore: Sendable {
    let location: DatabaseLocation
    let options: SQLiteStore.Options
    private let changes = Mutex(SQLiteStore.Statistics())
    private let readCounts = Mutex<[ReadCounts]>([])
    /// Passes notifications of this store, and of others with the same file, to the subscribers.
    let watch: NotificationWatch
    private let writes: JobQueue
    let reads: JobQueue
    /// The readers of loops; `nil` if loops do not read.
    let loopReaders: LoopReaders?
    /// The files of the writer, if there is one.
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
        // Loops read only beside a writer to a file. A database in memory has a single connection,
        // which belongs to its thread; without a writer, it is not known which file the other
        // connections have open.
        let isWritten = location != .memory && !options.isReadOnly
        let durations = ReadDurations(longest: options.shortRead)
        loopReaders =
            isWritten
            ? LoopReaders(limit: Self.readerCount(options), durations: durations) : nil
        watch = NotificationWatch { last in await Self.news(after: last, from: reads) }
    }

    /// Reads the notifications after a row; `nil` when the store cannot read now.
    private static func news(
        after last: Int?,
        from queue: JobQueue
    ) async -> NotificationTable.News? {
        // A look serves all subscribers, even if the task that began it is cancelled.
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

    /// Queues a call, waits for its turn and returns its result.
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

    /// Lets the threads finish their queues and end.
    func stop() {
        watch.stop()
        reads.close()
        closeLoopReaders()
        // The writer continues until the last reader has ended, unless there is none.
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

    /// Counts of the work done so far.
    var statistics: SQLiteStore.Statistics {
        var statistics = changes.withLock { $0 }
        for counts in readCounts.withLock({ $0 }) { counts.add(to: &statistics) }
        return statistics
    }

    /// Creates the counts of another reader.
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
