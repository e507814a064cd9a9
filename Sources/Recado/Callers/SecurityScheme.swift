// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// How callers prove themselves, as an OpenAPI document says it (OpenAPI 3.1 §4.8.27).
@nonexhaustive public enum SecurityScheme: Sendable, Hashable {
    /// A scheme of the Authorization field, such as `Basic`.
    case http(String)
    /// A field of a name.
    case field(FieldName)
    /// A parameter of the query.
    case query(String)
    /// A cookie.
    case cookie(String)
    /// A certificate of the client.
    case mutualTLS

    /// The security scheme object.
    var object: Value.Object {
        switch self {
        case .http(let scheme): ["type": "http", "scheme": .string(scheme.lowercased())]
        case .field(let name): Self.key(named: name.rawName, in: "header")
        case .query(let name): Self.key(named: name, in: "query")
        case .cookie(let name): Self.key(named: name, in: "cookie")
        case .mutualTLS: ["type": "mutualTLS"]
        }
    }

    private static func key(named name: String, in place: String) -> Value.Object {
        ["type": "apiKey", "in": .string(place), "name": .string(name)]
    }

    /// A word that tells the alternatives of one caller apart.
    var word: String {
        switch self {
        case .http(let scheme): scheme.lowercased()
        case .field, .query: "key"
        case .cookie: "session"
        case .mutualTLS: "certificate"
        }
    }
}
