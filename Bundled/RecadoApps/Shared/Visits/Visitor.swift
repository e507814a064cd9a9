// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// A browser, identified by a random number in a cookie.
struct Visitor: Sendable {
    /// The credentials from the cookie; `nil` if no random number could be generated.
    let credentials: SessionCredentials?
    /// True if the cookie has not been sent to the browser yet.
    let isNew: Bool

    /// The name of the cookie without its prefix.
    static let cookieName = "visitor"

    private init(_ credentials: SessionCredentials?, isNew: Bool) {
        self.credentials = credentials
        self.isNew = isNew
    }

    /// Creates a visitor with an unpredictable number.
    init() {
        let text = Base64.encode(RandomBytes.make(32), alphabet: .urlSafe, padding: false)
        self.init(SessionCredentials(identifier: text), isNew: true)
    }

    /// Reads the number from a request's cookie, or creates a new visitor.
    init(_ request: Request) {
        let known = Cookie.value(of: Self.cookieName, in: request)
            .flatMap { SessionCredentials(identifier: $0) }
        if let known { self.init(known, isNew: false) } else { self.init() }
    }

    /// The random number; empty if there are no credentials.
    var identifier: String { credentials?.identifier ?? "" }

    /// True if a form comes from a page that was sent to this browser.
    func accepts(_ form: QueryItems) -> Bool {
        guard !isNew, let credentials else { return false }
        return credentials.accepts(formToken: form[SessionCredentials.formTokenName] ?? "")
    }
}
