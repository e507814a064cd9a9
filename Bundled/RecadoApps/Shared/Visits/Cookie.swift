// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A cookie of the apps (RFC 6265bis): for them alone, and for no script.
///
/// Over TLS its name begins with `__Host-`, so that no other host can have set it.
struct Cookie: Sendable {
    /// The name without its prefix.
    let name: String
    /// The value, of letters, digits, hyphens and underscores; empty to take the cookie back.
    let value: String
    /// The time for which it is kept; `nil` until the browser is closed.
    let lifetime: Duration?

    /// A year: long enough for what somebody has chosen once.
    static let year = Duration.seconds(31_536_000)

    init(_ name: String, _ value: String, for lifetime: Duration? = nil) {
        self.name = name
        self.value = value
        self.lifetime = value.isEmpty ? .zero : lifetime
    }

    /// The value of Set-Cookie.
    func field(answering request: Request) -> String {
        var text = "\(Self.name(name, request))=\(value); Path=/"
        if let lifetime { text += "; Max-Age=\(lifetime.components.seconds)" }
        if Self.isSecure(request) { text += "; Secure" }
        return text + "; HttpOnly; SameSite=Lax"
    }

    /// The value that a request has under a name; `nil` without one, and with several, for then
    /// somebody else may have set one of them.
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
