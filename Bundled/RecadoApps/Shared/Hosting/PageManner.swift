// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

/// The language and the colours of pages: those chosen in the apps, or else those that the browser
/// prefers.
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

    /// Determines the preferences from a request.
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

    /// The addresses at which languages and colours are chosen, from one page.
    public struct Choices: Sendable {
        /// The end of every address, with the page to come back to.
        private let end: String

        /// Creates the addresses.
        ///
        /// - Parameter address: The path and the query of the page to come back to.
        public init(backTo address: String) {
            end = (["to": address] as QueryItems).encoded
        }

        /// The address at which a language is chosen.
        ///
        /// - Parameter language: The language.
        /// - Returns: The path and the query.
        public func callAsFunction(_ language: AppLanguage) -> String {
            "\(CommonRoutes.preferencesPath)?language=\(language.rawValue)&\(end)"
        }

        /// The address at which shortcuts of one key are turned on or off.
        func callAsFunction(keys isOn: Bool) -> String {
            "\(CommonRoutes.preferencesPath)?keys=\(isOn ? "on" : "off")&\(end)"
        }

        /// The address at which colours are chosen.
        ///
        /// - Parameter theme: The colours.
        /// - Returns: The path and the query.
        public func callAsFunction(_ theme: Theme) -> String {
            "\(CommonRoutes.preferencesPath)?theme=\(theme.rawValue)&\(end)"
        }
    }
}
