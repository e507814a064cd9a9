// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A position in the log of a database server, such as the end of a transaction.
///
/// A standby that has reached the position of a client's last write has all that the client wrote.
/// As a text it is the timeline and the offset, in hexadecimal: `1-16B374D8`.
public struct LogPosition: Sendable, Hashable, LosslessStringConvertible {
    /// The number of the primary, from 1; each primary that replaces another has the next number.
    public let timeline: UInt32
    /// The bytes of the log before the position.
    public let offset: UInt64

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - timeline: The number of the primary.
    ///   - offset: The bytes of the log before the position.
    public init(timeline: UInt32, offset: UInt64) {
        (self.timeline, self.offset) = (timeline, offset)
    }

    /// Reads a position; `nil` for a malformed text.
    ///
    /// - Parameter description: The text of a position.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        // No sign is allowed before a number.
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
    /// A primary that replaces another has everything that the other one acknowledged, unless that
    /// is lost for everybody.
    package func includes(_ other: LogPosition) -> Bool {
        timeline > other.timeline || (timeline == other.timeline && offset >= other.offset)
    }
}
