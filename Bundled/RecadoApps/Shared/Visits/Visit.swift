// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import RecadoServer

/// A request to an app with all that is known of it, for routes to act on and views to show.
struct Visit: Sendable {
    /// The request.
    let request: Request
    /// The app; `nil` for what all have in common.
    let app: AppIdentity?
    /// The segments of the path that stand for parameters, decoded, by name.
    let parameters: [String: String]
    /// The query.
    let query: QueryItems
    /// The entries of the form that was sent; empty for a request without one.
    var form: QueryItems
    /// The language that answers are in.
    let language: AppLanguage
    /// The colours of pages.
    let theme: Theme
    /// The browser, as far as it is known again.
    var visitor: Visitor
    /// The member who is logged in; the error when that cannot be found out.
    var member: Result<BrowserSession?, UserFacingError> = .success(nil)
    /// The notice of an earlier request.
    let notice: Notice?
    /// The state and the settings that all apps share.
    let context: AppContext

    /// The path and the query, as an address to come back to.
    var address: String { request.target }

    /// Returns the entry of a form's field, without blanks around it.
    func entry(_ name: String) -> String {
        (form[name] ?? "").trimmed
    }

    /// Whether a field of the form holds a word, byte for byte, however long what it holds may be.
    func holds(_ name: String, _ word: String) -> Bool {
        form[name]?.utf8.elementsEqual(word.utf8) ?? false
    }

    /// Whether an address is that of a page of this server below a path, and of no other
    /// server, as `//host` would be.
    func isOwn(_ address: String, below path: String) -> Bool {
        guard address.utf8.starts(with: path.utf8),
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return false }
        let rest = address.utf8.dropFirst(path.utf8.count)
        return rest.isEmpty || rest.first.map { "/?".utf8.contains($0) } == true
    }

    /// A number in the path; `nil` where it is none.
    func number(_ name: String) -> Int? { parameters[name].flatMap { Int($0) } }

    /// Whether single keys do something, which those who speak to their
    /// browser turn off (WCAG 2.1.4).
    var takesKeys: Bool { Cookie.value(of: CommonRoutes.keysCookie, in: request) != "off" }

    /// Whether passwords may be asked for: nobody can read them on the way.
    var takesSecrets: Bool {
        context.takesSecretsInClear || request.scheme == "https"
            || request.isConfidential
    }
}

/// The colours of pages.
public enum Theme: String, Sendable, CaseIterable {
    /// As the system of the person who looks is.
    case automatic = "auto"
    /// Dark on light.
    case light
    /// Light on dark.
    case dark

    /// The name for people.
    public var title: Phrase {
        switch self {
        case .automatic: Phrase("Automático", en: "Automatic")
        case .light: Phrase("Claro", en: "Light")
        case .dark: Phrase("Oscuro", en: "Dark")
        }
    }
}
