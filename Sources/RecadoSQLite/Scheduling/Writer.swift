// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Runs the calls that the writer's thread takes.
struct Writer: ~Copyable {
    /// The most calls in one group; a limit keeps the first call from waiting long for the commit.
    static var groupLimit: Int { 256 }

    private let connection: SQLiteConnection
    private let reader: Reader
    private let statistics: @Sendable (_ change: (inout SQLiteStore.Statistics) -> Void) -> Void
    /// Announces notifications; called when the writer has finished a call, or a group of calls,
    /// that sent some.
    private let announce: @Sendable () -> Void

    init(
        connection: SQLiteConnection,
        reader: Reader,
        statistics: @escaping @Sendable (_ change: (inout SQLiteStore.Statistics) -> Void) -> Void,
        announce: @escaping @Sendable () -> Void
    ) {
        self.connection = connection
        self.reader = reader
        self.statistics = statistics
        self.announce = announce
    }

    /// Runs calls in their order; consecutive writes are combined into groups.
    func run(_ jobs: [Job]) {
        var group: [Job] = []
        for job in jobs where job.begin() {
            if job.kind == .write {
                group.append(job)
                continue
            }
            runGroup(group)
            group = []
            switch job.kind {
            case .migration: runMigration(job)
            case .read, .bare, .write: reader.runBegun(job)
            }
        }
        runGroup(group)
    }

    // MARK: - Transactions

    /// Begins a transaction; throws if the files were removed or replaced, as writes would be lost.
    private func begin() throws(StoreError) {
        try connection.checkFiles()
        try connection.control(.beginImmediate)
    }

    /// Commits; throws if the files were removed or replaced meanwhile, because the writes are
    /// lost.
    private func commit() throws(StoreError) {
        try connection.control(.commit)
        try connection.checkFiles()
    }

    // MARK: - Groups

    private func runGroup(_ group: [Job]) {
        guard group.count > 1 else {
            if let job = group.first { runAlone(job) }
            return
        }
        let kept: Int
        do throws(StoreError) {
            try begin()
            kept = try runInSavepoints(group)
            try commit()
        } catch {
            connection.rollBack()
            return divide(group, after: error)
        }
        statistics { statistics in
            statistics.commits += 1
            statistics.writes += kept
            statistics.rollbacks += group.count - kept
        }
        for job in group { job.answer() }
        announceNews()
    }

    /// Makes the notification watch poll; after a rollback, it finds nothing new.
    private func announceNews() {
        guard connection.hasNotified else { return }
        connection.hasNotified = false
        announce()
    }

    private func runInSavepoints(_ group: [Job]) throws(StoreError) -> Int {
        var kept = 0
        for job in group {
            try connection.control(.savepoint)
            let isKept = job.run(in: SQLiteSession(connection, mayWrite: true))
            // Some errors, such as a full disk, end the whole transaction instead of the savepoint.
            guard connection.isInTransaction else {
                throw StoreError(.serialization, "a call ended the transaction of its group")
            }
            if isKept {
                kept += 1
            } else {
                try connection.control(.rollBackToSavepoint)
            }
            try connection.control(.releaseSavepoint)
        }
        return kept
    }

    /// Runs the calls of a failed group one by one, if a single call may have caused the failure.
    ///
    /// Two kinds of groups are not repeated: a group that could not begin in time, and a group
    /// whose commit failed because of the disk, since its writes may have been kept.
    private func divide(_ group: [Job], after error: StoreError) {
        switch error.code {
        case .serialization, .full, .foreignKeyConstraint, .otherConstraint, .tooLarge:
            statistics { $0.dividedGroups += 1 }
            for job in group { runAlone(job) }
        default:
            statistics { $0.rollbacks += group.count }
            for job in group { job.abandon(error) }
        }
    }

    // MARK: - Single calls

    private func runAlone(_ job: Job) {
        do throws(StoreError) {
            try begin()
            if job.run(in: SQLiteSession(connection, mayWrite: true)) {
                try commit()
                statistics { statistics in
                    statistics.commits += 1
                    statistics.writes += 1
                }
            } else {
                connection.rollBack()
                statistics { $0.rollbacks += 1 }
            }
            job.answer()
            announceNews()
        } catch {
            connection.rollBack()
            statistics { $0.rollbacks += 1 }
            job.abandon(error)
        }
    }

    private func runMigration(_ job: Job) {
        do throws(StoreError) {
            // SQLite ignores this pragma inside a transaction.
            try connection.control(.foreignKeysOff)
        } catch {
            return job.abandon(error)
        }
        runAlone(job)
        do throws(StoreError) {
            try connection.control(.foreignKeysOn)
        } catch {
            // The pragma cannot fail unless a transaction is still open, in which case every call
            // would fail.
            connection.rollBack()
        }
    }
}
