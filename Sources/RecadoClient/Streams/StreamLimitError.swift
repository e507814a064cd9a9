// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error for a part of a stream that exceeds its size limit.
public struct StreamLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The parts of streams whose size is limited.
    @nonexhaustive
    public enum Part: String, Sendable, Hashable {
        /// A line of text.
        case line
        /// A server-sent event.
        case event
    }

    /// The part that is too large.
    public let part: Part
    /// The limit, in bytes.
    public let limit: Int

    /// Creates the error for a limit in bytes.
    ///
    /// - Parameters:
    ///   - part: The part that is too large.
    ///   - limit: The limit, in bytes.
    public init(_ part: Part, limit: Int) {
        self.part = part
        self.limit = limit
    }

    /// A description of the error, with the limit.
    public var description: String { "the \(part.rawValue) exceeds the limit of \(limit) bytes" }
}
