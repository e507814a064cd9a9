// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

/// How somebody wants pages to be: as they chose in the apps, or else as their browser likes best.
public struct PageManner: Sendable, Hashable {
    /// The language.
    public let language: AppLanguage
    /// The colours.
    public let theme: Theme

    /// Creates a manner.
    public init(language: AppLanguage, theme: Theme) {
        self.language = language
        self.theme = theme
    }

    /// Finds out how whoever sends a request wants pages to be.
    public init(_ request: Request) {
        language =
            Cookie.value(of: CommonRoutes.languageCookie, in: request)
            .flatMap { AppLanguage(rawValue: $0) } ?? .best(for: request.fields)
        theme =
            Cookie.value(of: CommonRoutes.themeCookie, in: request)
            .flatMap { Theme(rawValue: $0) } ?? .automatic
    }

    /// Every manner.
    public static var all: [PageManner] {
        AppLanguage.allCases.flatMap { language in
            Theme.allCases.map { PageManner(language: language, theme: $0) }
        }
    }

    /// The address at which a language is chosen.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - address: The path and the query of the page to come back to.
    /// - Returns: The path and the query.
    public static func choosing(_ language: AppLanguage, backTo address: String) -> String {
        choosing("language", language.rawValue, address)
    }

    /// The address at which colours are chosen.
    ///
    /// - Parameters:
    ///   - theme: The colours.
    ///   - address: The path and the query of the page to come back to.
    /// - Returns: The path and the query.
    public static func choosing(_ theme: Theme, backTo address: String) -> String {
        choosing("theme", theme.rawValue, address)
    }

    private static func choosing(_ name: String, _ value: String, _ address: String) -> String {
        let query: QueryItems = [name: value, "to": address]
        return "\(CommonRoutes.preferencesPath)?\(query.encoded)"
    }
}
