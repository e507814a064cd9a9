// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A log of calls: the level of detail, and the closure that receives the lines.
///
/// ```swift
/// middleware.log = CallLog { print($0) }
/// // → 7 GET https://example.org/films?q=…
/// // ← 7 200 OK in 0.04 s, 5120 bytes
/// ```
///
/// Possible secrets are masked: the values of the query, and values in header fields and content
/// whose names are sensitive (`SensitiveNames`). Any logger can receive the lines:
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
        /// The same lines and the header sections, with one line for each field.
        case fields
        /// The same lines and the content, in one line, if it is JSON, XML, a form or other text.
        case content

        /// Returns true if the first level has less detail than the second.
        public static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// The level of detail; by default a line when a call begins and one when it ends.
    public var level: Level
    /// The maximum number of content bytes that are written: 2048, about one screen.
    ///
    /// To mask secrets, the content is first read completely, up to 64 KiB. If it is longer or
    /// cannot be parsed, only its size is written.
    public var contentLimit: Int

    let write: @Sendable (String) -> Void

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - level: The level of detail.
    ///   - contentLimit: The maximum number of content bytes that are written.
    ///   - write: Receives each line, without a line end. The lines of one call are in order. The
    ///     lines of simultaneous calls are mixed; each line holds the number of its call. The call
    ///     waits until the closure returns.
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
