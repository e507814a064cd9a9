// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

/// The language and the colors of pages: the user's choice, or else the browser's preferences.
public struct PagePreferences: Sendable, Hashable {
    /// The language.
    public let language: AppLanguage
    /// The color scheme.
    public let theme: Theme

    /// Creates preferences.
    public init(language: AppLanguage, theme: Theme) {
        self.language = language
        self.theme = theme
    }

    /// Determines the preferences from a request.
    public init(_ request: Request) {
        language =
            Cookie.value(of: CommonRoutes.languageCookie, in: request)
            .flatMap { AppLanguage(rawValue: $0) } ?? .best(for: request.fields)
        theme =
            Cookie.value(of: CommonRoutes.themeCookie, in: request)
            .flatMap { Theme(rawValue: $0) } ?? .automatic
    }

    /// All combinations of preferences.
    public static var all: [PagePreferences] {
        AppLanguage.allCases.flatMap { language in
            Theme.allCases.map { PagePreferences(language: language, theme: $0) }
        }
    }

    /// The addresses that choose a language or colors and then return to a page.
    public struct Choices: Sendable {
        /// The last query item of each address, which contains the page to return to.
        private let end: String

        /// Creates the addresses.
        ///
        /// - Parameter address: The path and the query of the page to return to.
        public init(backTo address: String) {
            end = (["to": address] as QueryItems).encoded
        }

        /// Returns the address that chooses a language.
        ///
        /// - Parameter language: The language.
        /// - Returns: The path and the query.
        public func callAsFunction(_ language: AppLanguage) -> String {
            "\(CommonRoutes.preferencesPath)?language=\(language.rawValue)&\(end)"
        }

        /// Returns the address that turns single-key shortcuts on or off.
        func callAsFunction(keys isOn: Bool) -> String {
            "\(CommonRoutes.preferencesPath)?keys=\(isOn ? "on" : "off")&\(end)"
        }

        /// Returns the address that chooses colors.
        ///
        /// - Parameter theme: The colors.
        /// - Returns: The path and the query.
        public func callAsFunction(_ theme: Theme) -> String {
            "\(CommonRoutes.preferencesPath)?theme=\(theme.rawValue)&\(end)"
        }
    }
}
