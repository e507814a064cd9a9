// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The statements that are known as the only statement of a reading call.
///
/// A statement is in the list if calls have begun with it, and none of them has run a second
/// statement so far. When another call begins with the statement, `COMMIT` is sent along with it,
/// in the same round trip. If this call nevertheless runs a second statement, the call starts again
/// without this shortcut, and all later calls that begin with the statement do not use the shortcut
/// either.
final class SingleStatementReads: Sendable {
    /// The maximum number of statements in the list, sufficient for a large service; a full list is
    /// emptied.
    static var limit: Int { 1_024 }

    private let statements = Mutex<[String: Bool]>([:])
    /// The types of closures; true for types whose closures have always run a single statement.
    private let types = Mutex<[ObjectIdentifier: Bool]>([:])

    /// True if calls have begun with a statement, and none of them has run another statement.
    func contains(_ sql: String) -> Bool {
        statements.withLock { $0[sql] == true }
    }

    /// True if closures of a type have always run a single statement.
    func contains(_ type: ObjectIdentifier) -> Bool {
        types.withLock { $0[type] == true }
    }

    /// Records whether a call has run a single statement.
    ///
    /// - Parameters:
    ///   - type: The type of the call's closure.
    ///   - isLone: True if the call ran a single statement; once it was false for a type, later
    ///     values for that type are ignored.
    func note(_ type: ObjectIdentifier, isLone: Bool) {
        types.withLock { types in
            if types[type] != false { types[type] = isLone }
        }
    }

    /// Records the first statement of a call.
    ///
    /// - Parameters:
    ///   - sql: The text of the statement.
    ///   - isLone: True if the call ran no other statement; once it was false for a statement,
    ///     later values for that statement are ignored.
    func note(_ sql: String, isLone: Bool) {
        statements.withLock { statements in
            if statements[sql] == false { return }
            if statements.count >= Self.limit { statements = [:] }
            statements[sql] = isLone
        }
    }
}
