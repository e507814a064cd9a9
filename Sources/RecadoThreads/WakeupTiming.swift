// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Decides the moment at which a sleeping thread is woken for new work.
package struct WakeupTiming: Sendable {
    package enum Moment: Sendable {
        /// Never: the thread is awake, or its wake-up has already been decided.
        case never
        case now
        case atEndOfTurn
    }

    /// The number of waiting work items at which a thread is woken without delay.
    private static var crowd: Int { 16 }

    private var isPutOff = false

    package init() {}

    /// Decides when to wake the thread.
    ///
    /// - Parameters:
    ///   - isAsleep: True if the thread sleeps, and no wake-up has been decided yet.
    ///   - count: The number of work items that wait for the thread.
    ///   - turns: The turns of the caller's thread.
    /// - Returns: The moment; without turns, the wake-up cannot be delayed.
    package mutating func moment(
        isAsleep: Bool,
        for count: Int,
        in turns: ThreadTurns?
    ) -> Moment {
        guard isAsleep || isPutOff else { return .never }
        isPutOff = turns != nil && count < Self.crowd
        return isPutOff ? .atEndOfTurn : .now
    }

    /// Ends the turn of the caller's thread.
    ///
    /// - Returns: True if the thread must be woken now.
    package mutating func end() -> Bool {
        defer { isPutOff = false }
        return isPutOff
    }
}
