// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SQLiteStore {
    /// The failures that an acknowledged commit survives.
    public enum Durability: Sendable, Hashable {
        /// The end of the process, in whatever way, but not a power cut (`synchronous=NORMAL`).
        ///
        /// A commit is at least in the system's memory, so killing the process loses nothing. When
        /// the machine itself stops, the last commits may be missing; the database stays intact.
        case process
        /// A power cut as well (`synchronous=FULL`): each commit waits for the disk.
        case power
    }

    /// The settings with which a store is opened.
    public struct Options: Sendable {
        /// The failures that a commit survives; `process` by default, which is some twenty times
        /// faster.
        public var durability: Durability = .process
        /// The number of connections that read, each with a thread; 1 to 64, 4 by default.
        public var readers: Int = 4
        /// The most calls that may wait in each of the two queues; 1024 by default.
        ///
        /// A further call fails at once with `overloaded`, so that its caller can answer 503; in an
        /// endless queue it would wait until its client had disconnected.
        public var waitingLimit: Int = 1_024
        /// The longest wait for a lock of another process; five seconds by default.
        public var busyTimeout: Duration = .seconds(5)
        /// The idle time after which the writer empties the write-ahead log; one second by default.
        public var checkpointDelay: Duration = .seconds(1)
        /// The most bytes that the file may take; with `nil`, the default, only the disk limits it.
        ///
        /// A transaction with a statement that begins with `DELETE` may exceed it by a sixteenth.
        public var sizeLimit: Int? = nil
        /// The most bytes of one text or blob; 16 MiB by default, to bound what a request costs.
        public var valueLimit: Int = 16 << 20
        /// The mark that identifies the file as this application's; `Reca` by default.
        ///
        /// A file with another mark, or with tables but no mark, is not opened.
        public var applicationID: Int32 = 0x5265_6361
        /// True to open for reading alone; the file must exist; `false` by default.
        ///
        /// In this way, a database on media that cannot be written can be read, unless a server
        /// that was killed left a log (`-wal`) beside it without its index (`-shm`). If other
        /// programs write the same file, as the host of a container may, reads fail with `replaced`
        /// from then on, until the file is opened again.
        public var isReadOnly: Bool = false
        /// The longest mean time of reads that a loop runs itself, in nanoseconds: several times
        /// the cost of handing a read to a thread and taking its result back.
        var shortRead: Int = 50_000

        /// Creates the default options.
        public init() {}

        /// Creates options that differ from the default.
        ///
        /// - Parameter change: Sets the options that are to differ.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }
}
