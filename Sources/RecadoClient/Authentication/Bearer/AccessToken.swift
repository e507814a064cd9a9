// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A token that stands for its bearer (RFC 6750), with what is needed to get another one.
///
/// No description or reflection of the value shows the tokens.
public struct AccessToken: Sendable {
    /// The token, as it is sent.
    public let value: String
    /// When it ceases to be good; `nil` if nobody knows.
    public let expiry: HTTPDate?
    /// The token that a refresher sends to get another access token, if the service issues one.
    public let refreshToken: String?

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - value: The token, as it is sent.
    ///   - expiry: When it ceases to be good.
    ///   - refreshToken: The token that a refresher sends for another access token.
    public init(_ value: String, expiry: HTTPDate? = nil, refreshToken: String? = nil) {
        self.value = value
        self.expiry = expiry
        self.refreshToken = refreshToken
    }

    /// Creates a token that is good for a while from now.
    ///
    /// - Parameters:
    ///   - value: The token, as it is sent.
    ///   - lifetime: For how many seconds it is good: the `expires_in` of RFC 6749 §5.1.
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
    /// The expiry alone.
    public var description: String {
        expiry.map { "token until \($0)" } ?? "token"
    }

    /// The expiry alone.
    public var debugDescription: String { "AccessToken(\(description))" }
    /// A mirror that shows the expiry alone.
    public var customMirror: Mirror {
        Mirror(self, children: ["expiry": expiry as Any], displayStyle: .struct)
    }
}
