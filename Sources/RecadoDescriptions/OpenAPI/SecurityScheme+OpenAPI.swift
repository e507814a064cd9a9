// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

extension SecurityScheme {
    /// The scheme as a security scheme object of OpenAPI.
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

extension SecurityScheme.OAuthFlow {
    /// The flow object (OpenAPI 3.1 §4.8.29).
    fileprivate var object: Value.Object {
        var object = Value.Object()
        if let authorizationURL { object["authorizationUrl"] = .string(authorizationURL) }
        if let tokenURL { object["tokenUrl"] = .string(tokenURL) }
        if let refreshURL { object["refreshUrl"] = .string(refreshURL) }
        let sorted = scopes.sorted { $0.key < $1.key }
        object["scopes"] = .object(Value.Object(sorted.map { ($0.key, .string($0.value)) }))
        return object
    }
}
