// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A set of status codes, written as numbers, ranges and classes.
///
/// ```swift
/// let accepted: StatusSet = [.success, 304, .codes(400...404)]
/// ```
public struct StatusSet: Sendable, Hashable {
    /// Ranges of codes in ascending order, which neither overlap nor touch.
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

    /// Every status code that a server may answer with: 100 to 999.
    public static let all = StatusSet([100...999])
    /// The codes 200 to 299.
    public static let success = StatusSet([200...299])
    /// The codes 300 to 399.
    public static let redirection = StatusSet([300...399])
    /// The codes 400 to 499.
    public static let clientError = StatusSet([400...499])
    /// The codes 500 to 599.
    public static let serverError = StatusSet([500...599])

    /// Returns the set of one status, for use in an array literal.
    ///
    /// - Parameter status: The status.
    /// - Returns: The set.
    public static func status(_ status: Status) -> StatusSet { StatusSet(status) }

    /// Returns the set of the codes in a range.
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
    /// - Returns: True if the set contains the status.
    public func contains(_ status: Status) -> Bool {
        ranges.contains { $0.contains(status.code) }
    }

    /// Returns the union of this set and another.
    ///
    /// - Parameter other: The other set.
    /// - Returns: The statuses that belong to at least one of the sets.
    public func union(_ other: StatusSet) -> StatusSet { StatusSet(ranges + other.ranges) }
}

extension StatusSet: ExpressibleByArrayLiteral {
    /// Creates the union of several sets.
    ///
    /// - Parameter elements: The sets.
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
    /// The codes and ranges in ascending order: `200-299, 304`.
    public var description: String {
        ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }
        .joined(separator: ", ")
    }
}
