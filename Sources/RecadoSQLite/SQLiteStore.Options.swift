// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SQLiteStore {
    /// The failures that an acknowledged commit survives.
    public enum Durability: Sendable, Hashable {
        /// Commits survive the end of the process, but a power cut may lose the last ones
        /// (`synchronous=NORMAL`).
        ///
        /// A commit has reached at least the system's memory, so killing the process loses nothing.
        /// If the machine itself stops, the last commits may be missing; the database stays intact.
        case process
        /// Commits also survive a power cut, because each commit waits for the disk
        /// (`synchronous=FULL`).
        case power
    }

    /// The options with which a store is opened.
    public struct Options: Sendable {
        /// The failures that a commit survives; `process` by default, which is about twenty times
        /// faster than `power`.
        public var durability: Durability = .process
        /// The number of reading connections, each with its own thread; 1 to 64, 4 by default.
        public var readers: Int = 4
        /// The most calls that may wait in each of the two queues, for reads and for writes; 1024
        /// by default.
        ///
        /// A further call fails at once with `overloaded`, so that its caller can answer 503. In an
        /// unlimited queue, it could wait until its client had disconnected.
        public var waitingLimit: Int = 1_024
        /// The longest time that a read waits for a reader, as behind slow reads of others; five
        /// seconds by default, as in a `PostgreSQLStore`.
        ///
        /// A read that has waited for longer fails with `overloaded` once a reader is free: its
        /// client may have gone, and the reads behind it have their turn sooner.
        public var waitingTimeout: Duration = .seconds(5)
        /// The longest wait for another process's lock; five seconds by default.
        public var busyTimeout: Duration = .seconds(5)
        /// The idle time after which the writer empties the write-ahead log; one second by default.
        public var checkpointDelay: Duration = .seconds(1)
        /// The most bytes that the file may take; `nil`, the default, sets no limit.
        ///
        /// A transaction with a statement that begins with `DELETE` may exceed the limit by a
        /// sixteenth.
        public var sizeLimit: Int? = nil
        /// The most bytes of one text or blob; 16 MiB by default, to limit the cost of a request.
        public var valueLimit: Int = 16 << 20
        /// The `application_id` that identifies the file as this application's; `Reca` by default.
        ///
        /// The store refuses a file with a different `application_id`, and a file that has tables
        /// but no `application_id`.
        public var applicationID: Int32 = 0x5265_6361
        /// True to open an existing file only for reading; `false` by default.
        ///
        /// This also opens a database on media or in a folder that cannot be written, unless a
        /// killed server left a log (`-wal`) beside the file without the log's index (`-shm`). If
        /// another program then writes to the file, as the host of a container may, reads fail with
        /// `replaced` until the file is opened again.
        public var isReadOnly: Bool = false
        /// The mean duration, in nanoseconds, up to which an event loop runs reads itself.
        ///
        /// It is several times the cost of passing a read to a thread and its result back.
        var shortRead: Int = 50_000

        /// Creates the default options.
        public init() {}

        /// Creates the default options and changes some of them.
        ///
        /// - Parameter change: Changes the options that must differ from the defaults.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }
}
