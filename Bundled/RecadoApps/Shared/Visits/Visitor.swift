// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// A browser, recognised only by a cookie with a random number.
struct Visitor: Sendable {
    /// The credentials in the cookie; `nil` when no random number could be made.
    let credentials: SessionCredentials?
    /// True if the cookie has yet to be sent to the browser.
    let isNew: Bool

    /// The cookie's name without its prefix.
    static let cookieName = "visitor"

    private init(_ credentials: SessionCredentials?, isNew: Bool) {
        self.credentials = credentials
        self.isNew = isNew
    }

    /// Creates a visitor with a number that nobody can guess.
    init() {
        let text = Base64.encode(RandomBytes.make(32), alphabet: .urlSafe, padding: false)
        self.init(SessionCredentials(identifier: text), isNew: true)
    }

    /// Recognises the browser of a request, or gives it a number.
    init(_ request: Request) {
        let known = Cookie.value(of: Self.cookieName, in: request)
            .flatMap { SessionCredentials(identifier: $0) }
        if let known { self.init(known, isNew: false) } else { self.init() }
    }

    /// The number.
    var identifier: String { credentials?.identifier ?? "" }

    /// True if a form comes from a page that was sent to this browser.
    func accepts(_ form: QueryItems) -> Bool {
        guard !isNew, let credentials else { return false }
        return credentials.accepts(formToken: form[SessionCredentials.formTokenName] ?? "")
    }
}
