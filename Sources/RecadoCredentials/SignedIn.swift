// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// An output that begins or ends a session by setting a cookie in Set-Cookie (RFC 6265 §4.1).
///
/// ```swift
/// struct SignIn: Endpoint {
///     static let route: Route = "POST /session"
///     typealias Output = SignedIn<Profile>
///     @Body var credentials: NameAndPassword
/// }
///
/// SignedIn(profile, as: try await sessions.begin(for: name))
/// ```
///
/// The cookie is `__Host-session` with `Secure`, `HttpOnly`, `SameSite=Lax` and the path `/`;
/// browsers drop it when they are closed. On localhost without TLS, its name is `session` and it
/// lacks `Secure`.
public struct SignedIn<Output: Codable & Sendable>: Codable, Sendable, FieldCarrying {
    /// The output, which is the response's content.
    public var output: Output
    /// The session that has begun; on a server, `nil` ends the browser's session; in a client, it
    /// means that no cookie was received.
    public private(set) var session: SessionCredentials?

    /// Creates an output that begins a session.
    ///
    /// - Parameters:
    ///   - output: The output in the content.
    ///   - session: The session that begins; `nil` ends the browser's session.
    public init(_ output: Output, as session: SessionCredentials?) {
        self.output = output
        self.session = session
    }

    /// Reads the output from the content.
    ///
    /// - Parameter decoder: The content.
    /// - Throws: The errors of decoding the output.
    public init(from decoder: any Decoder) throws {
        self.init(try Output(from: decoder), as: nil)
    }

    /// Writes the output to the content.
    ///
    /// - Parameter encoder: The content.
    /// - Throws: The errors of encoding the output.
    public func encode(to encoder: any Encoder) throws {
        try output.encode(to: encoder)
    }

    // MARK: - Fields

    /// Sets the cookie, or deletes it if the session is `nil`.
    ///
    /// - Parameters:
    ///   - fields: The response's header section.
    ///   - request: The request that is being answered.
    public func write(to fields: inout Fields, answering request: Request) {
        let isLocal = SessionCredentials.isLocal(request)
        let name =
            isLocal ? SessionCredentials.localCookieName : SessionCredentials.cookieName
        var cookie = "\(name)=\(session?.identifier ?? ""); Path=/"
        if !isLocal { cookie += "; Secure" }
        cookie += "; HttpOnly; SameSite=Lax"
        if session == nil { cookie += "; Max-Age=0" }
        fields.append(cookie, to: .setCookie)
        fields[.cacheControl] = "no-store"
    }

    /// Takes the session from the response's Set-Cookie field.
    ///
    /// - Parameter fields: The response's header section.
    public mutating func read(from fields: Fields) {
        let names = [SessionCredentials.cookieName, SessionCredentials.localCookieName]
        for cookie in fields[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }
            for name in names where pair.hasPrefix(name + "=") {
                let identifier = String(pair.dropFirst(name.count + 1))
                session = SessionCredentials(identifier: identifier)
            }
        }
    }
}
