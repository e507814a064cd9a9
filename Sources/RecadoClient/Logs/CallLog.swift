// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A log of calls: its level of detail, and the closure that takes its lines.
///
/// ```swift
/// middleware.log = CallLog { print($0) }
/// // → 7 GET https://example.org/films?q=…
/// // ← 7 200 OK in 0.04 s, 5120 bytes
/// ```
///
/// Possible secrets are masked: the values of the query, and the values under sensitive names
/// (`SensitiveNames`) in fields and content. Any logger takes the lines:
///
/// ```swift
/// let logger = Logger(label: "films")
/// middleware.log = CallLog { logger.info("\($0)") }
/// ```
public struct CallLog: Sendable {
    /// The level of detail.
    public enum Level: Int, Sendable, Hashable, Comparable {
        /// One line when it begins and one when it ends.
        case calls
        /// The header sections, too: a line for each field.
        case fields
        /// The content, too, in one line: JSON, XML, forms and other text.
        case content

        /// Whether less is written at the first level than at the second.
        public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// The level of detail; by default a line when a call begins and one when it ends.
    public var level: Level
    /// The most of a content that is written, in bytes: 2048, a screen.
    ///
    /// Content is read whole, up to 64 KiB, to find what must not be shown of it; of what is
    /// longer, and of what cannot be read, the size is written alone.
    public var contentLimit: Int

    let write: @Sendable (String) -> Void

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - level: The level of detail.
    ///   - contentLimit: The most of a content that is written, in bytes.
    ///   - write: Takes a line, without its end. The lines of one call come one after
    ///     another; those of calls at the same time mix, and their numbers tell them
    ///     apart. The call waits for it.
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
