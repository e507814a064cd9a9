// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error in a query or a form.
public struct QueryItemsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A reason for the error.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// There are more items than the limit allows.
        case tooMany(limit: Int)
        /// The bytes of the item at an index, counted from 0, are not UTF-8.
        case notUTF8(index: Int)
        /// The item at an index, counted from 0, has more than 30 combining marks in a row; the
        /// time to compare it would grow with the square of their number.
        case tooManyMarks(index: Int)
    }

    /// The reason for the error.
    public let reason: Reason

    /// Creates an error.
    public init(_ reason: Reason) {
        self.reason = reason
    }

    /// A description of the error and of the expected text.
    public var description: String {
        switch reason {
        case .tooMany(let limit): "more than \(limit) names and values; expected no more"
        case .notUTF8(let index): "item \(index) is not text; expected UTF-8"
        case .tooManyMarks(let index):
            "item \(index) has too many marks; expected 30 in a row at most"
        }
    }
}
