// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A position in a database server's write-ahead log, such as the end of a transaction.
///
/// A standby that has reached the position of a client's last write has all that the client wrote.
/// The text form is the timeline and the offset in hexadecimal, such as `1-16B374D8`.
public struct LogPosition: Sendable, Hashable, LosslessStringConvertible {
    /// The timeline of the primary, from 1; each primary that replaces another has a higher one.
    public let timeline: UInt32
    /// The number of bytes of the log before the position.
    public let offset: UInt64

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - timeline: The timeline of the primary.
    ///   - offset: The number of bytes of the log before the position.
    public init(timeline: UInt32, offset: UInt64) {
        (self.timeline, self.offset) = (timeline, offset)
    }

    /// Parses the text form of a position; returns `nil` if the text is malformed.
    ///
    /// - Parameter description: The text, such as `1-16B374D8`.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        // `UInt32` would accept a plus sign before the digits.
        guard parts.count == 2, !description.utf8.contains(UInt8(ascii: "+")),
            let timeline = UInt32(parts[0], radix: 16), let offset = UInt64(parts[1], radix: 16)
        else { return nil }
        self.init(timeline: timeline, offset: offset)
    }

    /// The timeline and the offset, in hexadecimal.
    public var description: String {
        String(timeline, radix: 16, uppercase: true) + "-"
            + String(offset, radix: 16, uppercase: true)
    }

    /// A position that no log reaches.
    package static let unknown = LogPosition(timeline: .max, offset: .max)

    /// True if a server at this position has all that was written before another position.
    ///
    /// A primary that replaces another is assumed to have all writes that the earlier primary
    /// acknowledged. Writes that it lacks are lost, so no reader could see them anyway.
    package func includes(_ other: LogPosition) -> Bool {
        timeline > other.timeline || (timeline == other.timeline && offset >= other.offset)
    }
}
