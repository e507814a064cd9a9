// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The way in which callers authenticate, as in an OpenAPI document (OpenAPI 3.1 §4.8.27).
@nonexhaustive public enum SecurityScheme: Sendable, Hashable {
    /// A scheme of the Authorization field, such as `Basic`.
    case http(String)
    /// A key in the header field with this name.
    case field(FieldName)
    /// A key in the query parameter with this name.
    case query(String)
    /// A key in the cookie with this name.
    case cookie(String)
    /// A client certificate.
    case mutualTLS
    /// A token of OAuth 2 (RFC 6749), with the flows that obtain one.
    case oauth2([OAuthFlow])
    /// A token of OpenID Connect, with the address of the issuer's metadata.
    case openIDConnect(String)
}
