// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A set of status codes, written as numbers, ranges and classes.
///
/// ```swift
/// let accepted: StatusSet = [.success, 304, .codes(400...404)]
/// ```
public struct StatusSet: Sendable, Hashable {
    /// Ranges of codes from the least to the greatest, which neither overlap nor touch.
    private let ranges: [ClosedRange<Int>]

    private init(_ ranges: [ClosedRange<Int>]) {
        var joined: [ClosedRange<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] =
                    last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        self.ranges = joined
    }

    /// Creates the set of one status.
    ///
    /// - Parameter status: The status.
    public init(_ status: Status) {
        ranges = [status.code...status.code]
    }

    /// 100 to 999: every status that a server may answer with.
    public static let all = StatusSet([100...999])
    /// 2xx.
    public static let success = StatusSet([200...299])
    /// 3xx.
    public static let redirection = StatusSet([300...399])
    /// 4xx.
    public static let clientError = StatusSet([400...499])
    /// 5xx.
    public static let serverError = StatusSet([500...599])

    /// The set of one status, for lists of several.
    ///
    /// - Parameter status: The status.
    /// - Returns: The set.
    public static func status(_ status: Status) -> StatusSet { StatusSet(status) }

    /// The set of the codes in a range.
    ///
    /// - Parameter codes: The codes; numbers outside 100 to 999 are ignored.
    /// - Returns: The set.
    public static func codes(_ codes: ClosedRange<Int>) -> StatusSet {
        let codes = codes.clamped(to: 99...1000)
        let (first, last) = (max(codes.lowerBound, 100), min(codes.upperBound, 999))
        return StatusSet(first <= last ? [first...last] : [])
    }

    /// Returns true if a status belongs to the set.
    ///
    /// - Parameter status: The status.
    /// - Returns: True if it does.
    public func contains(_ status: Status) -> Bool {
        ranges.contains { $0.contains(status.code) }
    }

    /// Returns the set of the statuses that belong to this set or another.
    ///
    /// - Parameter other: The other set.
    /// - Returns: The union of both.
    public func union(_ other: StatusSet) -> StatusSet { StatusSet(ranges + other.ranges) }
}

extension StatusSet: ExpressibleByArrayLiteral {
    /// Creates the union of other sets.
    ///
    /// - Parameter elements: The other sets.
    public init(arrayLiteral elements: StatusSet...) {
        self.init(elements.flatMap(\.ranges))
    }
}

extension StatusSet: ExpressibleByIntegerLiteral {
    /// Creates the set of one code.
    ///
    /// - Parameter code: The code; a number outside 100 to 999 is ignored.
    public init(integerLiteral code: Int) {
        self = .codes(code...code)
    }
}

extension StatusSet: CustomStringConvertible {
    /// The codes and ranges, from the least to the greatest: `200-299, 304`.
    public var description: String {
        ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }
        .joined(separator: ", ")
    }
}
