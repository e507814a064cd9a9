// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error for a text that is not a URI, or not a URI that the operation accepts.
///
/// The error gives the position and the rule, never the text: queries may hold secrets.
public struct URIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A part of a URI (RFC 3986 §3).
    public enum Component: String, Sendable, Hashable {
        /// The part before the first colon.
        case scheme
        /// The host: a name or an address.
        case host
        /// The number after the host.
        case port
        /// The segments between slashes.
        case path
        /// The part after the question mark.
        case query
        /// The part after the number sign.
        case fragment
    }

    /// A reason for the error.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The text is longer than its limit, in bytes.
        case tooLong(limit: Int)
        /// The text does not begin with a scheme and a colon.
        case missingScheme
        /// The operation does not support the scheme.
        case unsupportedScheme
        /// An `http` or `https` URI has no host (RFC 9110 §4.2.1).
        case missingHost
        /// The URI holds a user name or a password (RFC 9110 §4.2.4).
        case userInformation
        /// The host name has characters outside ASCII.
        case internationalHost
        /// The brackets do not contain an IPv6 address.
        case malformedAddress
        /// The port is above 65535.
        case portOutOfRange
        /// The component holds a character that must be escaped or is not allowed.
        case unexpectedCharacter(Component)
        /// A `%` is not followed by two hexadecimal digits.
        case incompleteEscape(Component)
        /// A segment to append is `.` or `..`, which would name another resource.
        case dotSegment
    }

    /// The reason for the error.
    public let reason: Reason
    /// The location of the error, in bytes from the start of the text.
    public let offset: Int

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The reason for the error.
    ///   - offset: The location of the error, in bytes from the start of the text.
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// A description of the error, with its location and the expected text.
    public var description: String { "URI, byte \(offset): \(explanation)" }

    private var explanation: String {
        switch reason {
        case .tooLong(let limit): "longer than the limit of \(limit) bytes"
        case .missingScheme: "no scheme; expected one such as “https:” at the start"
        case .unsupportedScheme: "the scheme is not supported; expected http or https"
        case .missingHost: "no host; expected one after “//”"
        case .userInformation:
            "a user name or password is not allowed in a URI; send an Authorization field instead"
        case .internationalHost:
            "the host name is not ASCII; expected its ASCII form, which begins with “xn--”"
        case .malformedAddress: "malformed address; expected an IPv6 address between brackets"
        case .portOutOfRange: "the port is too great; expected 0 to 65535"
        case .unexpectedCharacter(.scheme):
            "unexpected character in the scheme; expected a letter, then letters, digits, “+-.”"
        case .unexpectedCharacter(.port): "unexpected character in the port; expected digits"
        case .unexpectedCharacter(let component):
            "unexpected character in the \(component.rawValue); expected it escaped, as “%20”"
        case .incompleteEscape(let component):
            "incomplete escape in the \(component.rawValue); expected “%” and two hexadecimal digits"
        case .dotSegment: "a segment to append is “.” or “..”; expected a name"
        }
    }
}
