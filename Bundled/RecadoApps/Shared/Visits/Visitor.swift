// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// A browser that is known again by a cookie with a random number, and by nothing else.
struct Visitor: Sendable {
    /// The credentials in the cookie; `nil` when no random number could be made.
    let credentials: SessionCredentials?
    /// Whether the browser has yet to be told.
    let isNew: Bool

    /// The cookie's name without its prefix.
    static let cookieName = "visitor"

    private init(_ credentials: SessionCredentials?, isNew: Bool) {
        self.credentials = credentials
        self.isNew = isNew
    }

    /// Gives a browser a number that nobody else can know.
    init() {
        let text = Base64.encode(RandomBytes.make(32), alphabet: .urlSafe, padding: false)
        self.init(SessionCredentials(identifier: text), isNew: true)
    }

    /// Knows the browser of a request again, or gives it a number.
    init(_ request: Request) {
        let known = Cookie.value(of: Self.cookieName, in: request)
            .flatMap { SessionCredentials(identifier: $0) }
        if let known { self.init(known, isNew: false) } else { self.init() }
    }

    /// The number.
    var identifier: String { credentials?.identifier ?? "" }

    /// Whether a form comes from a page that this browser was given.
    func accepts(_ form: QueryItems) -> Bool {
        guard !isNew, let credentials else { return false }
        return credentials.accepts(formToken: form[SessionCredentials.formTokenName] ?? "")
    }
}
