// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// An error of one field of a form, without a message.
public struct FieldError: Error, Sendable, Hashable {
    /// The reasons why a value is wrong.
    public enum Kind: Sendable, Hashable {
        /// The field is empty and must not be.
        case missing
        /// The text has more characters than allowed, counted as Unicode scalars.
        case tooLong(count: Int, limit: Int)
        /// The text is not a whole number.
        case notANumber
        /// The number is too large for the service.
        case numberTooLarge
        /// The number is outside a range, or the text is not a number.
        case outside(ClosedRange<Int>)
        /// The text is not a year, such as `1972` or `2011–19`.
        case notAYear
        /// The text is not an address with `http` or `https`.
        case notAnAddress
        /// The text is not a path such as `body.data`: names separated by dots.
        case notAPath
        /// The value can be changed, but not removed.
        case notRemovable
        /// The service refuses the value, with this message.
        case refused(String)
    }

    /// The name of the field, which is the name of the declared input.
    public let field: String
    /// The reason why the value is wrong.
    public let kind: Kind

    /// Creates an error of a field.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - kind: The reason why the value is wrong.
    public init(_ field: String, _ kind: Kind) {
        self.field = field
        self.kind = kind
    }

    /// Creates the error for an input that the service refused, or returns `nil` if the error names
    /// no input.
    init?(_ error: InputError) {
        let name = error.parameter ?? error.pointer?.split(separator: "/").last.map(String.init)
        guard let name, !name.isEmpty else { return nil }
        self.init(name, .refused(error.detail))
    }
}
