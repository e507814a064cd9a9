// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import RecadoServer

/// A request to an app with everything known about it, for use by routes and views.
struct Visit: Sendable {
    /// The request.
    let request: Request
    /// The app; `nil` for pages that all apps share.
    let app: AppIdentity?
    /// The parameters in the path, decoded, by name.
    let parameters: [String: String]
    /// The query.
    let query: QueryItems
    /// The entries of the form that was sent; empty for a request without one.
    var form: QueryItems
    /// The language of answers.
    let language: AppLanguage
    /// The colours of pages.
    let theme: Theme
    /// The browser, if its cookie identifies it.
    var visitor: Visitor
    /// The member who is logged in; an error if that cannot be determined.
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

    /// True if a field of the form equals a word, byte for byte; a value of any length is compared
    /// quickly.
    func holds(_ name: String, _ word: String) -> Bool {
        form[name]?.utf8.elementsEqual(word.utf8) ?? false
    }

    /// True if an address is that of a page of this server below a path, and not of another server,
    /// as `//host` would be.
    func isOwn(_ address: String, below path: String) -> Bool {
        guard address.utf8.starts(with: path.utf8),
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return false }
        let rest = address.utf8.dropFirst(path.utf8.count)
        return rest.isEmpty || rest.first.map { "/?".utf8.contains($0) } == true
    }

    /// A number in the path; `nil` if it is not a number.
    func number(_ name: String) -> Int? { parameters[name].flatMap { Int($0) } }

    /// True if single-key shortcuts are on; people who control their browser by speech turn them
    /// off (WCAG 2.1.4).
    var takesKeys: Bool { Cookie.value(of: CommonRoutes.keysCookie, in: request) != "off" }

    /// True if passwords may be asked for, since nobody can read them on the way, or since the
    /// settings allow it.
    var takesSecrets: Bool {
        context.takesSecretsInClear || request.scheme == "https"
            || request.isConfidential
    }
}

/// The colours of pages.
public enum Theme: String, Sendable, CaseIterable {
    /// The setting of the user's system.
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
