// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The statements whose calls have so far run no other statement.
///
/// When a call begins to read with such a statement, the transaction is committed along with it, in
/// the same round trip. If the call nevertheless runs another statement, the call is run again from
/// its beginning without this shortcut, and so are all later calls that begin with that statement.
final class SingleStatementReads: Sendable {
    /// The maximum number of statements in the list, sufficient for a large service; a full list is
    /// emptied.
    static var limit: Int { 1_024 }

    private let statements = Mutex<[String: Bool]>([:])
    /// The types of closures; true for types whose closures have always run a single statement.
    private let types = Mutex<[ObjectIdentifier: Bool]>([:])

    /// True if a statement has always been the only one of its calls.
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
    ///   - type: The type of its closure.
    ///   - isLone: True if it ran a single statement; once false, it stays false for the type.
    func note(_ type: ObjectIdentifier, isLone: Bool) {
        types.withLock { types in
            if types[type] != false { types[type] = isLone }
        }
    }

    /// Records the first statement of a call.
    ///
    /// - Parameters:
    ///   - sql: The text of the statement.
    ///   - isLone: True if it was the only statement; once false, it stays false for the statement.
    func note(_ sql: String, isLone: Bool) {
        statements.withLock { statements in
            if statements[sql] == false { return }
            if statements.count >= Self.limit { statements = [:] }
            statements[sql] = isLone
        }
    }
}
