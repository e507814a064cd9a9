// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A difference between two versions of a service's OpenAPI document.
public struct APIChange: Sendable, Hashable, CustomStringConvertible {
    /// The consequence of a change for callers that were written for the old version.
    public enum Level: String, Sendable, Hashable, Comparable, CaseIterable {
        /// Some callers fail with the new version.
        case breaking
        /// The consequence is unknown, because something was left out of the comparison.
        case unfinished
        /// Some callers may behave unexpectedly with the new version.
        case warning
        /// Callers do not notice the change.
        case note

        /// Orders levels by severity: breaking changes come first, notes last.
        public static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The consequence for callers.
    public let level: Level
    /// The name of the rule that found the change, such as `path removed`.
    public let rule: String
    /// The location of the change: the operation, and the affected part of the operation.
    public let place: String
    /// A description of the change.
    public let message: String

    /// The change in one line.
    public var description: String { "\(level.rawValue): \(place): \(message) (\(rule))" }
}
