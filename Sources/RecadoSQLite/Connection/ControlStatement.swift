// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The statements that the store runs itself, and that callers may not run.
enum ControlStatement: String, CaseIterable {
    case beginDeferred = "BEGIN DEFERRED"
    /// Used for writes: SQLite may refuse to upgrade a deferred transaction, however long it waits.
    case beginImmediate = "BEGIN IMMEDIATE"
    case commit = "COMMIT"
    case rollBack = "ROLLBACK"
    case savepoint = "SAVEPOINT recado"
    case releaseSavepoint = "RELEASE recado"
    case rollBackToSavepoint = "ROLLBACK TO recado"
    case foreignKeysOff = "PRAGMA foreign_keys = OFF"
    case foreignKeysOn = "PRAGMA foreign_keys = ON"
}
