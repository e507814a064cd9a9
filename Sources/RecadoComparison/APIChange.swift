// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A difference between two versions of a service's OpenAPI document.
public struct APIChange: Sendable, Hashable, CustomStringConvertible {
    /// What a change means for callers that were written for the old version.
    public enum Level: String, Sendable, Hashable, Comparable, CaseIterable {
        /// Some of them fail.
        case breaking
        /// Nobody knows, for something was left out of the comparison.
        case unfinished
        /// Some of them may be surprised.
        case warning
        /// They notice nothing.
        case note

        /// Orders levels from bad to harmless.
        public static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// What it means for callers.
    public let level: Level
    /// The name of the rule that found it.
    public let rule: String
    /// Where it is: an operation, and what of it.
    public let place: String
    /// What has changed.
    public let message: String

    /// The change in one line.
    public var description: String { "\(level.rawValue): \(place): \(message) (\(rule))" }
}
