// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The way in which a call is run.
enum JobKind: Sendable {
    /// In a snapshot, by a reader.
    case read
    /// In a savepoint of the writer's transaction, together with others.
    case write
    /// In a transaction of its own, without foreign keys.
    case migration
    /// Outside any transaction, by a reader.
    case bare
}

/// The types that the calls of a store over SQLite use.
enum SQLiteEngine: StoreEngine {
    typealias Kind = JobKind
    typealias Session = SQLiteSession
}

typealias Job = StoreCall<SQLiteEngine>
