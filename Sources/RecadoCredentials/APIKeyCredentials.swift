// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// A key that a service issues to programs, sent in a header field, query parameter or cookie.
///
/// ```swift
/// enum ShopKey: APIKeyPlace {
///     static var place: APIKeyLocation { .field("X-Api-Key") }
/// }
///
/// struct Shop: Caller {
///     typealias Credentials = APIKeyCredentials<ShopKey>
///     static var realm: String { "Shops" }
///     let name: String
/// }
/// ```
///
/// No standard defines API keys. A refusal is 401 with a challenge of the unregistered scheme
/// `ApiKey`, because RFC 9110 §15.5.2 demands a challenge; its parameters `in` and `name` state
/// the place of the key. Failed attempts are counted by client address. If you control both client
/// and service, prefer ``BearerCredentials``, which are standard. No description or reflection of
/// the value shows the key.
public struct APIKeyCredentials<Place: APIKeyPlace>: CallerCredentials {
    /// The key.
    public let key: String

    /// Creates credentials.
    ///
    /// - Parameter key: The key: up to 512 visible characters of ASCII; `nil` is returned for any
    ///   other text.
    public init?(key: String) {
        guard (1...512).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.key = key
    }

    // MARK: - Fields

    /// The name of the scheme: `ApiKey`.
    public static var scheme: String { "ApiKey" }
    /// The place of the key, in the parameters `in` and `name`.
    public static var challengeParameters: [(name: String, value: String)] {
        switch Place.place {
        case .field(let name): [("in", "header"), ("name", name.rawName)]
        case .query(let name): [("in", "query"), ("name", name)]
        case .cookie(let name): [("in", "cookie"), ("name", name)]
        }
    }
    /// The security scheme for OpenAPI documents, which states the place of the key.
    public static var securitySchemes: [SecurityScheme] {
        switch Place.place {
        case .field(let name): [.field(name)]
        case .query(let name): [.query(name)]
        case .cookie(let name): [.cookie(name)]
        }
    }

    /// Returns `nil`: the Authorization field is not read.
    public init?(authorization: String) { nil }
    /// An empty string, because the key does not travel in the Authorization field.
    public var authorization: String { "" }

    /// Reads the key of a request.
    ///
    /// - Parameter request: The request; `nil` is returned for a request without a key, and for one
    ///   with several keys, as it is unclear which of them is meant.
    public init?(request: Request) {
        let values =
            switch Place.place {
            case .field(let name): request.fields[values: name]
            case .query(let name): Self.values(named: name, in: request.query ?? "")
            case .cookie(let name): request.cookies(named: name).filter { !$0.isEmpty }
            }
        guard let value = values.first, values.count == 1 else { return nil }
        self.init(key: value)
    }

    /// Puts the key into its place; for a cookie, also sets Origin, which the server requires.
    ///
    /// - Parameter request: The request.
    public func write(to request: inout Request) {
        switch Place.place {
        case .field(let name): request.fields[name] = key
        case .query(let name):
            let mark = request.query == nil ? "?" : "&"
            let pair = [name, key].map { PercentEncoding.encode($0, keeping: .unreserved) }
            request.target += mark + pair.joined(separator: "=")
        case .cookie(let name):
            let others = request.fields[.cookie].map { $0 + "; " } ?? ""
            request.fields[.cookie] = others + "\(name)=\(key)"
            request.fields[.origin] = "\(request.scheme)://\(request.authority)"
        }
    }

    /// True for a key in a cookie, which browsers send by themselves, whatever page makes
    /// the request.
    public var isAmbient: Bool { if case .cookie = Place.place { true } else { false } }

    private static func values(named name: String, in query: Substring) -> [String] {
        query.split(separator: "&").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, PercentEncoding.decodeForm(first) == name else {
                return nil
            }
            return parts.count == 2 ? PercentEncoding.decodeForm(parts[1]) ?? "" : ""
        }
    }
}

extension APIKeyCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The scheme; the key is left out.
    public var description: String { "ApiKey …" }
    /// The scheme; the key is left out.
    public var debugDescription: String { description }
    /// A mirror without the key.
    public var customMirror: Mirror { Mirror(self, children: ["key": "…"]) }
}

/// A type that names the place where a service expects its keys.
public protocol APIKeyPlace: Sendable {
    /// The place of the key in a request.
    static var place: APIKeyLocation { get }
}

/// A place in a request where a key can be sent.
public enum APIKeyLocation: Sendable, Hashable {
    /// In the header field of this name.
    case field(FieldName)
    /// In the query parameter of this name, which ends up in logs and histories: for old clients
    /// only.
    case query(String)
    /// In the cookie of this name.
    case cookie(String)
}
