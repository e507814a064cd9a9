// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The kind of a call, which decides how it is run.
enum JobKind: Sendable {
    /// In a snapshot, by a reader.
    case read
    /// In a savepoint of the writer's transaction, together with other writes.
    case write
    /// In a transaction of its own, with foreign keys turned off.
    case migration
    /// Outside any transaction, by a reader.
    case bare
}

/// The types that calls of a SQLite store use.
enum SQLiteEngine: StoreEngine {
    typealias Kind = JobKind
    typealias Session = SQLiteSession
}

typealias Job = StoreCall<SQLiteEngine>
