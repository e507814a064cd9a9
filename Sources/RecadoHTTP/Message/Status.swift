// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A status code (RFC 9110 §15).
public struct Status: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The three digits, 100 to 999.
    public let code: Int

    /// Creates a status from its code.
    ///
    /// - Parameter code: A number from 100 to 999; `nil` is returned for anything else.
    public init?(_ code: Int) {
        guard (100...999).contains(code) else { return nil }
        self.code = code
    }

    package init(known code: Int) {
        self.code = code
    }

    /// The class of a status, given by the first digit.
    public enum Class: Sendable, Hashable {
        /// 1xx: the request was received and is being processed.
        case informational
        /// 2xx: the request was understood and accepted.
        case success
        /// 3xx: further action is needed.
        case redirection
        /// 4xx: the client made a mistake.
        case clientError
        /// 5xx: the server failed.
        case serverError
        /// 6xx to 9xx: classes that RFC 9110 does not define.
        case other
    }

    /// The class of the code.
    public var `class`: Class {
        switch code / 100 {
        case 1: .informational
        case 2: .success
        case 3: .redirection
        case 4: .clientError
        case 5: .serverError
        default: .other
        }
    }

    /// True if the code is from 200 to 299.
    public var isSuccess: Bool { self.class == .success }

    /// True if a response with this status has no content (RFC 9110 §6.4.1).
    public var forbidsContent: Bool {
        self.class == .informational || self == .noContent || self == .notModified
    }

    /// Orders statuses by their codes.
    public static func < (one: Status, other: Status) -> Bool { one.code < other.code }

    /// The code and its reason phrase: `404 Not Found`.
    public var description: String {
        reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)"
    }
}
