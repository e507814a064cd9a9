// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The statements that have always been the only ones of the calls that began with them.
///
/// A call that reads by such a statement is committed right after it, in the same round trip. If
/// the call continues all the same, it is run again from its beginning, in the usual way, and so
/// are all calls that begin with that statement from then on.
final class LoneReads: Sendable {
    /// Enough for every statement of a large service; beyond it all are forgotten and learnt anew.
    static var limit: Int { 1_024 }

    private let statements = Mutex<[String: Bool]>([:])
    /// The types of the closures; true for those that have always run a single statement.
    private let types = Mutex<[ObjectIdentifier: Bool]>([:])

    /// True if a statement has always been the only one of its calls.
    func contains(_ sql: String) -> Bool {
        statements.withLock { $0[sql] == true }
    }

    /// True if closures of a type have always run a single statement.
    func contains(_ type: ObjectIdentifier) -> Bool {
        types.withLock { $0[type] == true }
    }

    /// Records a call that has read.
    ///
    /// - Parameters:
    ///   - type: The type of its closure.
    ///   - isLone: True if it ran a single statement; once false, the type never counts as such
    ///     again.
    func note(_ type: ObjectIdentifier, isLone: Bool) {
        types.withLock { types in
            if types[type] != false { types[type] = isLone }
        }
    }

    /// Records the first statement of a call.
    ///
    /// - Parameters:
    ///   - sql: The text of the statement.
    ///   - isLone: True if it was the only one; once false, the statement never counts as such
    ///     again.
    func note(_ sql: String, isLone: Bool) {
        statements.withLock { statements in
            if statements[sql] == false { return }
            if statements.count >= Self.limit { statements = [:] }
            statements[sql] = isLone
        }
    }
}
