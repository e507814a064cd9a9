// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Bytes that wait to be sent, in the arrays in which they were appended.
struct OutputQueue {
    /// The number of waiting bytes above which no further requests are read from the client.
    static let highWater = 128 * 1024
    /// The number of waiting bytes at or below which reading resumes and more content is requested.
    static let lowWater = 64 * 1024
    /// The size up to which arrays are joined, to be sent in one call.
    private static let joined = 16 * 1024

    private var segments: [[UInt8]] = []
    private var first = 0
    /// The number of bytes of the first segment that have been sent.
    private(set) var offset = 0
    /// The number of waiting bytes.
    private(set) var count = 0
    /// The total number of bytes that have been sent.
    private(set) var takenCount = 0

    var isEmpty: Bool { count == 0 }

    /// The segment to send next, from `offset` on.
    var front: [UInt8]? { first < segments.count ? segments[first] : nil }

    var segmentCount: Int { segments.count - first }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        if let last = segments.last, last.count + bytes.count <= Self.joined {
            segments[segments.count - 1] += bytes
        } else {
            segments.append(bytes)
        }
    }

    /// Removes bytes that have been sent.
    mutating func removeFirst(_ bytes: Int) {
        guard bytes > 0, let front else { return }
        count -= bytes
        takenCount &+= bytes
        offset += bytes
        guard offset == front.count else { return }
        offset = 0
        segments[first] = []
        first += 1
        if first == segments.count {
            // An idle connection owns no storage.
            segments = []
            first = 0
        } else if first >= 64 {
            segments.removeFirst(first)
            first = 0
        }
    }
}
