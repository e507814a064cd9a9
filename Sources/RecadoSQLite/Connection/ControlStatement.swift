// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The statements that the store runs for itself, and does not allow to callers.
enum ControlStatement: String, CaseIterable {
    case beginDeferred = "BEGIN DEFERRED"
    /// A deferred transaction that began to write could be refused, however long it waited.
    case beginImmediate = "BEGIN IMMEDIATE"
    case commit = "COMMIT"
    case rollBack = "ROLLBACK"
    case savepoint = "SAVEPOINT recado"
    case releaseSavepoint = "RELEASE recado"
    case rollBackToSavepoint = "ROLLBACK TO recado"
    case foreignKeysOff = "PRAGMA foreign_keys = OFF"
    case foreignKeysOn = "PRAGMA foreign_keys = ON"
}
