// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The kind of a call, which decides how it is run.
enum JobKind: Sendable {
    /// A reader runs the call in a snapshot.
    case read
    /// The writer runs the call in a savepoint of its transaction, together with other writes.
    case write
    /// The writer runs the call in a transaction of its own, with foreign keys turned off.
    case migration
    /// A reader runs the call outside any transaction.
    case bare
}

/// The types that calls of a SQLite store use.
enum SQLiteEngine: StoreEngine {
    typealias Kind = JobKind
    typealias Session = SQLiteSession
}

typealias Job = StoreCall<SQLiteEngine>
