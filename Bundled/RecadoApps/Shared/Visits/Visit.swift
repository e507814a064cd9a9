// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import RecadoServer

/// A request to an app, with the session, the preferences and the form of the user.
struct Visit: Sendable {
    /// The request.
    let request: Request
    /// The app; `nil` for pages that belong to no single app.
    let app: AppIdentity?
    /// The decoded parameters of the path, by name.
    let parameters: [String: String]
    /// The query items.
    let query: QueryItems
    /// The entries of the sent form; empty for a request without a form.
    var form: QueryItems
    /// The language of the answer.
    let language: AppLanguage
    /// The colors of the page.
    let theme: Theme
    /// The browser; a new visitor if no cookie identifies it.
    var visitor: Visitor
    /// The session of the logged-in member, or `nil`; an error if the session store fails.
    var member: Result<BrowserSession?, UserFacingError> = .success(nil)
    /// The notice from the previous request; the page shows it.
    let notice: Notice?
    /// The state and the settings that all apps share.
    let context: AppContext

    /// The path and the query, to which another page can return.
    var address: String { request.target }

    /// Returns the entry of a form's field, without leading and trailing blanks.
    func entry(_ name: String) -> String {
        (form[name] ?? "").trimmed
    }

    /// True if a form entry equals a word, byte for byte; this is fast for entries of any length.
    func holds(_ name: String, _ word: String) -> Bool {
        form[name]?.utf8.elementsEqual(word.utf8) ?? false
    }

    /// True if an address is below a path of this server, and not on another server, as `//host`
    /// is.
    func isOwn(_ address: String, below path: String) -> Bool {
        guard address.utf8.starts(with: path.utf8),
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return false }
        let rest = address.utf8.dropFirst(path.utf8.count)
        return rest.isEmpty || rest.first.map { "/?".utf8.contains($0) } == true
    }

    /// Returns a parameter of the path as a number; `nil` if it is not a number.
    func number(_ name: String) -> Int? { parameters[name].flatMap { Int($0) } }

    /// True if single-key shortcuts are on; users of speech control need to turn them off (WCAG
    /// 2.1.4).
    var takesKeys: Bool { Cookie.value(of: CommonRoutes.keysCookie, in: request) != "off" }

    /// True if pages may ask for passwords: the connection is secure, or the settings allow
    /// passwords on any connection.
    var takesSecrets: Bool {
        context.takesSecretsInClear || request.scheme == "https"
            || request.isConfidential
    }
}

/// The color scheme of pages.
public enum Theme: String, Sendable, CaseIterable {
    /// The color scheme of the user's system.
    case automatic = "auto"
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark

    /// The name of the color scheme, as pages show it.
    public var title: Phrase {
        switch self {
        case .automatic: Phrase("Automático", en: "Automatic")
        case .light: Phrase("Claro", en: "Light")
        case .dark: Phrase("Oscuro", en: "Dark")
        }
    }
}
