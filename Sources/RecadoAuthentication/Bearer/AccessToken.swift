// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport

/// A token that authorizes anyone who presents it (RFC 6750), and the data to get a new one.
///
/// Neither the descriptions nor the mirror of the value show the tokens.
public struct AccessToken: Sendable {
    /// The token in the form in which it is sent.
    public let value: String
    /// The time at which the token expires; `nil` if it is unknown.
    public let expiry: HTTPDate?
    /// The token with which a new access token is requested; `nil` if the service issues none.
    public let refreshToken: String?

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - value: The token in the form in which it is sent.
    ///   - expiry: The time at which the token expires.
    ///   - refreshToken: The token with which a new access token is requested.
    public init(_ value: String, expiry: HTTPDate? = nil, refreshToken: String? = nil) {
        self.value = value
        self.expiry = expiry
        self.refreshToken = refreshToken
    }

    /// Creates a token that is valid for a number of seconds from now.
    ///
    /// - Parameters:
    ///   - value: The token in the form in which it is sent.
    ///   - lifetime: The number of seconds for which the token is valid: the `expires_in` of RFC
    ///     6749 §5.1.
    ///   - refreshToken: The token with which a new access token is requested.
    public init(_ value: String, lifetime: Int, refreshToken: String? = nil) {
        let (sum, isTooMuch) = WallClock.now().secondsSince1970
            .addingReportingOverflow(Int64(max(lifetime, 0)))
        self.init(
            value,
            expiry: HTTPDate(secondsSince1970: isTooMuch ? .max : sum),
            refreshToken: refreshToken
        )
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The expiry time, without the tokens.
    public var description: String {
        expiry.map { "token until \($0)" } ?? "token"
    }

    /// The expiry time, without the tokens.
    public var debugDescription: String { "AccessToken(\(description))" }
    /// A mirror that shows only the expiry.
    public var customMirror: Mirror {
        Mirror(self, children: ["expiry": expiry as Any], displayStyle: .struct)
    }
}
