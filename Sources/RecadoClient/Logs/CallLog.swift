// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A log of calls: its level of detail, and the closure that receives its lines.
///
/// ```swift
/// middleware.log = CallLog { print($0) }
/// // → 7 GET https://example.org/films?q=…
/// // ← 7 200 OK in 0.04 s, 5120 bytes
/// ```
///
/// Possible secrets are masked: the values of the query, and the values under sensitive names
/// (`SensitiveNames`) in fields and content. Any logger can receive the lines:
///
/// ```swift
/// let logger = Logger(label: "films")
/// middleware.log = CallLog { logger.info("\($0)") }
/// ```
public struct CallLog: Sendable {
    /// The level of detail.
    public enum Level: Int, Sendable, Hashable, Comparable {
        /// One line when a call begins and one when it ends.
        case calls
        /// The header sections, too: a line for each field.
        case fields
        /// The content, too, in one line: JSON, XML, forms and other text.
        case content

        /// Returns true if the first level has less detail than the second.
        public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// The level of detail; by default a line when a call begins and one when it ends.
    public var level: Level
    /// The most bytes of a content that are written: 2048, about one screen.
    ///
    /// Content is read completely, up to 64 KiB, to find the parts that must not be shown; for
    /// longer or unreadable content, only the size is written.
    public var contentLimit: Int

    let write: @Sendable (String) -> Void

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - level: The level of detail.
    ///   - contentLimit: The most bytes of a content that are written.
    ///   - write: Writes a line, which has no line end. The lines of one call are in order; those
    ///     of simultaneous calls are mixed, and their numbers distinguish the calls. The call waits
    ///     for this closure.
    public init(
        level: Level = .calls,
        contentLimit: Int = 2048,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.contentLimit = contentLimit
        self.write = write
    }
}
