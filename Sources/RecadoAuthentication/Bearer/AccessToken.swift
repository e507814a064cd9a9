// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport

/// A token that authorises anyone who presents it (RFC 6750), with the data to get another one.
///
/// No description or reflection of the value shows the tokens.
public struct AccessToken: Sendable {
    /// The token, as it is sent.
    public let value: String
    /// The time at which the token expires; `nil` if it is unknown.
    public let expiry: HTTPDate?
    /// The token that a refresher sends to get another access token, if the service issues one.
    public let refreshToken: String?

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - value: The token, as it is sent.
    ///   - expiry: The time at which the token expires.
    ///   - refreshToken: The token that a refresher sends for another access token.
    public init(_ value: String, expiry: HTTPDate? = nil, refreshToken: String? = nil) {
        self.value = value
        self.expiry = expiry
        self.refreshToken = refreshToken
    }

    /// Creates a token that is valid for a number of seconds from now.
    ///
    /// - Parameters:
    ///   - value: The token, as it is sent.
    ///   - lifetime: The number of seconds for which the token is valid: the `expires_in` of RFC
    ///     6749 §5.1.
    ///   - refreshToken: The token that a refresher sends for another access token.
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
    /// The expiry; the tokens are left out.
    public var description: String {
        expiry.map { "token until \($0)" } ?? "token"
    }

    /// The expiry; the tokens are left out.
    public var debugDescription: String { "AccessToken(\(description))" }
    /// A mirror that shows only the expiry.
    public var customMirror: Mirror {
        Mirror(self, children: ["expiry": expiry as Any], displayStyle: .struct)
    }
}
