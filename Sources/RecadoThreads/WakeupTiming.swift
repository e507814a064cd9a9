// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The moment at which a sleeping thread is woken for the work that it is given.
package struct WakeupTiming: Sendable {
    package enum Moment: Sendable {
        /// Not at all: it is awake, or will be.
        case never
        case now
        case atEndOfTurn
    }

    /// The things to do for which a thread is woken at the latest.
    private static var crowd: Int { 16 }

    private var isPutOff = false

    package init() {}

    /// Decides when to wake the thread.
    ///
    /// - Parameters:
    ///   - isAsleep: Whether the thread sleeps, and nobody has decided to wake it.
    ///   - count: The things to do.
    ///   - turns: The turns of the caller's thread.
    /// - Returns: The moment; a thread without turns has nothing to put it off to.
    package mutating func moment(
        isAsleep: Bool,
        for count: Int,
        in turns: ThreadTurns?
    ) -> Moment {
        guard isAsleep || isPutOff else { return .never }
        isPutOff = turns != nil && count < Self.crowd
        return isPutOff ? .atEndOfTurn : .now
    }

    /// Ends the turn.
    ///
    /// - Returns: Whether to wake the thread now.
    package mutating func end() -> Bool {
        defer { isPutOff = false }
        return isPutOff
    }
}
