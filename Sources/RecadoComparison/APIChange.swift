// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A difference between two versions of a service's OpenAPI document.
public struct APIChange: Sendable, Hashable, CustomStringConvertible {
    /// The consequence of a change for callers that were written for the old version.
    public enum Level: String, Sendable, Hashable, Comparable, CaseIterable {
        /// Some of these callers fail.
        case breaking
        /// Unknown, because something was left out of the comparison.
        case unfinished
        /// Some of these callers may behave unexpectedly.
        case warning
        /// These callers notice nothing.
        case note

        /// Orders levels from bad to harmless.
        public static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The consequence for callers.
    public let level: Level
    /// The name of the rule that found the change.
    public let rule: String
    /// The location of the change: an operation, and the part of it.
    public let place: String
    /// A description of the change.
    public let message: String

    /// The change in one line.
    public var description: String { "\(level.rawValue): \(place): \(message) (\(rule))" }
}
