// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The statements that were all that their calls asked, each time that they were the first.
///
/// A call that reads by one of them is committed right behind it, in the same round trip. Where it
/// goes on all the same, it is run again from its beginning, in the usual way, and so are all
/// calls that begin with that statement from then on.
final class LoneReads: Sendable {
    /// Enough for every statement of a large service; beyond it all are forgotten, then learnt.
    static var limit: Int { 1_024 }

    private let statements = Mutex<[String: Bool]>([:])
    /// The types of the closures that have asked one thing each time, and of those that have not.
    private let types = Mutex<[ObjectIdentifier: Bool]>([:])

    /// Whether a statement has been all that its calls asked.
    func contains(_ sql: String) -> Bool {
        statements.withLock { $0[sql] == true }
    }

    /// Whether closures of a type have asked one thing each time.
    func contains(_ type: ObjectIdentifier) -> Bool {
        types.withLock { $0[type] == true }
    }

    /// Takes note of a call that has read.
    ///
    /// - Parameters:
    ///   - type: The type of its closure.
    ///   - isLone: Whether it asked one thing; once one did not, none of the type is taken to.
    func note(_ type: ObjectIdentifier, isLone: Bool) {
        types.withLock { types in
            if types[type] != false { types[type] = isLone }
        }
    }

    /// Takes note of the first statement of a call.
    ///
    /// - Parameters:
    ///   - sql: The text of the statement.
    ///   - isLone: Whether it was the only one; once it was not, it is never taken to be.
    func note(_ sql: String, isLone: Bool) {
        statements.withLock { statements in
            if statements[sql] == false { return }
            if statements.count >= Self.limit { statements = [:] }
            statements[sql] = isLone
        }
    }
}
