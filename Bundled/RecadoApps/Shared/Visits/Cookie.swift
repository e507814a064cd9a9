// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A cookie (RFC 6265bis) that browsers send only to the apps, and that scripts cannot read.
///
/// Over TLS, its name has the prefix `__Host-`, so that no other host can set it.
struct Cookie: Sendable {
    /// The name without its prefix.
    let name: String
    /// The value, of letters, digits, hyphens and underscores; empty to delete the cookie.
    let value: String
    /// The time for which browsers store the cookie; `nil` to store it until the browser is closed.
    let lifetime: Duration?

    /// A year, the lifetime of cookies with preferences.
    static let year = Duration.seconds(31_536_000)

    init(_ name: String, _ value: String, for lifetime: Duration? = nil) {
        self.name = name
        self.value = value
        self.lifetime = value.isEmpty ? .zero : lifetime
    }

    /// Returns the value of the Set-Cookie field.
    func field(answering request: Request) -> String {
        var text = "\(Self.name(name, request))=\(value); Path=/"
        if let lifetime { text += "; Max-Age=\(lifetime.components.seconds)" }
        if Self.isSecure(request) { text += "; Secure" }
        return text + "; HttpOnly; SameSite=Lax"
    }

    /// Returns the value of a request's cookie; `nil` if there is none.
    ///
    /// The result is also `nil` if there are several, because another site may have set one of
    /// them.
    static func value(of name: String, in request: Request) -> String? {
        let name = Self.name(name, request) + "="
        let values = request.fields[values: .cookie]
            .flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
            .map { $0.drop { $0 == UInt8(ascii: " ") } }
            .filter { $0.starts(with: name.utf8) }
        guard let value = values.first, values.count == 1 else { return nil }
        return String(Substring(value.dropFirst(name.utf8.count)))
    }

    private static func name(_ name: String, _ request: Request) -> String {
        isSecure(request) ? "__Host-" + name : "recado-" + name
    }

    private static func isSecure(_ request: Request) -> Bool {
        request.scheme == "https" || request.peer?.isSecure == true
    }
}
