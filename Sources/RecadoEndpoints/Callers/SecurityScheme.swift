// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// The way in which callers authenticate, as in an OpenAPI document (OpenAPI 3.1 §4.8.27).
@nonexhaustive public enum SecurityScheme: Sendable, Hashable {
    /// A scheme of the Authorization field, such as `Basic`.
    case http(String)
    /// A field with this name.
    case field(FieldName)
    /// A parameter of the query with this name.
    case query(String)
    /// A cookie with this name.
    case cookie(String)
    /// A certificate of the client.
    case mutualTLS
    /// A token of OAuth 2 (RFC 6749), with the ways to get one.
    case oauth2([OAuthFlow])
    /// A token of OpenID Connect, with the address of the issuer's metadata.
    case openIDConnect(String)

    /// The security scheme object.
    var object: Value.Object {
        switch self {
        case .http(let scheme): ["type": "http", "scheme": .string(scheme.lowercased())]
        case .field(let name): Self.key(named: name.rawName, in: "header")
        case .query(let name): Self.key(named: name, in: "query")
        case .cookie(let name): Self.key(named: name, in: "cookie")
        case .mutualTLS: ["type": "mutualTLS"]
        case .oauth2(let flows): ["type": "oauth2", "flows": .object(Self.members(of: flows))]
        case .openIDConnect(let address):
            ["type": "openIdConnect", "openIdConnectUrl": .string(address)]
        }
    }

    private static func members(of flows: [OAuthFlow]) -> Value.Object {
        var members = Value.Object()
        for flow in flows { members[flow.kind.rawValue] = .object(flow.object) }
        return members
    }

    private static func key(named name: String, in place: String) -> Value.Object {
        ["type": "apiKey", "in": .string(place), "name": .string(name)]
    }

    /// A word that distinguishes the scheme from the other schemes of the same caller.
    var word: String {
        switch self {
        case .http(let scheme): scheme.lowercased()
        case .field, .query: "key"
        case .cookie: "session"
        case .mutualTLS: "certificate"
        case .oauth2: "oauth"
        case .openIDConnect: "openid"
        }
    }
}
